import { randomUUID } from 'node:crypto'
import { attempt, type Problem, redirect, type Values } from '@portico/kit/http/forms'
import { Refused } from '@portico/kit/pages/field'
import type { Static } from 'typebox'
import { addToCart, clearCart, getCartItems, removeFromCart } from '../cart/operations.ts'
import type { Cart } from '../cart/wire.ts'
import { checkoutCart } from '../checkout/checkoutCart.ts'
import type { MemberRequest, Mount } from './mount.tsx'
import { Cover, money } from './parts/book.tsx'
import { page } from './respond.tsx'
import { runOperation } from './runOperation.ts'

type Shown = Static<typeof Cart>

export function cartPages(mount: Mount) {
  mount.memberGet('/market/cart', pageRequest => showCart(pageRequest))

  mount.memberPost('/market/cart/add', async pageRequest => {
    const { bookID = '' } = await pageRequest.form()
    await pageRequest.run(addToCart, { body: { bookID } })
    return redirect('/market/cart?done=carted')
  })

  mount.memberPost('/market/cart/remove', async pageRequest => {
    const { bookID = '' } = await pageRequest.form()
    await pageRequest.run(removeFromCart, { body: { bookID } })
    return redirect('/market/cart?done=removed')
  })

  mount.memberPost('/market/cart/clear', async pageRequest => {
    await pageRequest.run(clearCart)
    return redirect('/market/cart?done=removed')
  })

  // With the gate on, this is the page that asks for a proof of age; it leads back here once that is given.
  mount.memberGet('/market/checkout', async pageRequest => {
    const { gate } = pageRequest.services
    const result = await gate?.verified(pageRequest.request, { boundTo: pageRequest.user.id })
    return gate && result?.type === 'pending' ? gate.challenge(result, pageRequest.request) : showCart(pageRequest)
  })

  mount.memberPost('/market/checkout', async pageRequest => {
    const form = await pageRequest.form()
    const { gate } = pageRequest.services
    const result = await gate?.verified(pageRequest.request, { boundTo: pageRequest.user.id })
    if (result?.type === 'pending') return redirect('/market/checkout')
    const problem = await attempt(() => checkOut(pageRequest, form))
    return problem ? showCart(pageRequest, problem) : redirect('/market/transactions?done=bought')
  })
}

/** The form carries a key of its own and what its sender saw, so that a double click buys once. */
async function checkOut(pageRequest: MemberRequest, form: Values): Promise<void> {
  const { key = '', books = '', expectedTotal = '' } = form
  const headers = new Headers(pageRequest.request.headers)
  // A key that is no valid header value was not made by our form.
  if (/^[\w-]+$/.test(key)) headers.set('idempotency-key', key)
  const call = { ...pageRequest.call, request: new Request(pageRequest.request.url, { headers }) }
  const cart = books.split(',').filter(Boolean)
  await runOperation(pageRequest.services, checkoutCart, { body: { cart, expectedTotal } }, pageRequest.user, call)
}

async function showCart(pageRequest: MemberRequest, problem?: Problem): Promise<Response> {
  const cart = await pageRequest.run<Shown>(getCartItems)
  return page(
    pageRequest,
    { title: 'Cart', place: 'cart', status: problem?.status ?? 200 },
    <section class="narrow">
      <h1>Your cart</h1>
      <Refused problem={problem} />
      {cart.books.length > 0 ? <FullCart cart={cart} gated={pageRequest.services.gate !== undefined} /> : <EmptyCart />}
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
                {book.course} · {book.condition}{' '}
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
