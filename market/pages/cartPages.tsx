import { randomUUID } from 'node:crypto'
import type { Static } from 'typebox'
import { addToCart, clearCart, getCartItems, removeFromCart } from '../cart/operations.ts'
import type { Cart } from '../cart/wire.ts'
import { checkoutCart } from '../checkout/checkoutCart.ts'
import { act } from './act.ts'
import type { MemberVisit, Mount } from './mount.tsx'
import { Cover, money } from './parts/book.tsx'
import { Refused } from './parts/field.tsx'
import { page } from './respond.tsx'
import { attempt, type Problem, redirect, type Values } from './visit.ts'

type Shown = Static<typeof Cart>

export function cartPages(mount: Mount) {
  mount.memberGet('/market/cart', visit => showCart(visit))

  mount.memberPost('/market/cart/add', async visit => {
    const { bookID = '' } = await visit.form()
    await visit.act(addToCart, { body: { bookID } })
    return redirect('/market/cart?done=carted')
  })

  mount.memberPost('/market/cart/remove', async visit => {
    const { bookID = '' } = await visit.form()
    await visit.act(removeFromCart, { body: { bookID } })
    return redirect('/market/cart?done=removed')
  })

  mount.memberPost('/market/cart/clear', async visit => {
    await visit.act(clearCart)
    return redirect('/market/cart?done=removed')
  })

  // With the gate on, this is the page that asks for a proof of age; it leads back here once that is given.
  mount.memberGet('/market/checkout', async visit => {
    const { gate } = visit.house
    const result = await gate?.verified(visit.request)
    return gate && result?.type === 'pending' ? gate.challenge(result, visit.request) : showCart(visit)
  })

  mount.memberPost('/market/checkout', async visit => {
    const form = await visit.form()
    if ((await visit.house.gate?.verified(visit.request))?.type === 'pending') return redirect('/market/checkout')
    const problem = await attempt(() => checkOut(visit, form))
    return problem ? showCart(visit, problem) : redirect('/market/transactions?done=bought')
  })
}

/** The form carries a key of its own and what its sender saw, so that a double click buys once. */
async function checkOut(visit: MemberVisit, form: Values): Promise<void> {
  const { key = '', books = '', expectedTotal = '' } = form
  const headers = new Headers(visit.request.headers)
  // Anyone can send anything as a form; what cannot stand in a header is no key of ours.
  if (/^[\w-]+$/.test(key)) headers.set('idempotency-key', key)
  const call = { ...visit.call, request: new Request(visit.request.url, { headers }) }
  const cart = books.split(',').filter(Boolean)
  await act(visit.house, checkoutCart, { body: { cart, expectedTotal } }, visit.user, call)
}

async function showCart(visit: MemberVisit, problem?: Problem): Promise<Response> {
  const cart = await visit.act<Shown>(getCartItems)
  return page(
    visit,
    { title: 'Cart', place: 'cart', status: problem?.status ?? 200 },
    <section class="narrow">
      <h1>Your cart</h1>
      <Refused problem={problem} />
      {cart.books.length > 0 ? <FullCart cart={cart} gated={visit.house.gate !== undefined} /> : <EmptyCart />}
    </section>,
  )
}

function FullCart({ cart, gated }: { cart: Shown; gated: boolean }) {
  const available = cart.books.filter(book => book.available)
  return (
    <>
      <ul class="rows">
        {cart.books.map(book => (
          <li class={book.available ? 'row' : 'row gone'}>
            <Cover book={book} />
            <div class="row-text">
              <a class="row-title" href={book.available ? `/market/books/${book._id}` : undefined}>
                {book.name}
              </a>
              <p class="row-facts">
                {book.course} · {book.condition}
                {!book.available && <span class="tag status-5">{GONE[book.status] ?? 'Sold to somebody else'}</span>}
              </p>
            </div>
            <p class="price">{money(book.price)}</p>
            <form method="post" action="/market/cart/remove">
              <input type="hidden" name="bookID" value={book._id} />
              <button class="linkish" type="submit" aria-label={`Remove ${book.name}`}>
                Remove
              </button>
            </form>
          </li>
        ))}
      </ul>
      <div class="sum panel">
        <dl>
          <dt>Books</dt>
          <dd>{money(cart.subtotal)}</dd>
          <dt>Fee</dt>
          <dd>{money(cart.fee)}</dd>
          <dt class="total">Total</dt>
          <dd class="total">{money(cart.total)}</dd>
        </dl>
        {available.length > 0 && (
          <form method="post" action="/market/checkout">
            <input type="hidden" name="key" value={randomUUID()} />
            <input type="hidden" name="books" value={available.map(book => book._id).join(',')} />
            <input type="hidden" name="expectedTotal" value={String(cart.total)} />
            <button class="button" type="submit">
              Check out
            </button>
          </form>
        )}
        <p class="hint">
          You are charged through your payment app once staff has checked the books.
          {gated && ' A proof of age is asked for first.'}
        </p>
      </div>
      <form method="post" action="/market/cart/clear">
        <button class="linkish" type="submit">
          Empty the cart
        </button>
      </form>
    </>
  )
}

const GONE: Record<number, string> = { 5: 'No longer listed' }

function EmptyCart() {
  return (
    <p class="empty-line">
      Nothing in here yet. <a href="/market">Find your books</a>
    </p>
  )
}
