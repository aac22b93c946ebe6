import { days } from '../notices/phrases.ts'
import { readSettings } from '../settings/store.ts'
import type { Mount } from './mount.tsx'
import { page } from './respond.tsx'

export function helpPages(mount: Mount) {
  mount.get('/market/help', async pageRequest => {
    const { feeBp, dropOffDays, unlistDays, warnDays, autoUnlist } =
      await pageRequest.services.database.read(readSettings)
    return page(
      pageRequest,
      { title: 'How it works' },
      <section class="narrow prose">
        <h1>How it works</h1>
        <h2>Buying</h2>
        <ol>
          <li>Find the book by title, author, course or ISBN and put it into your cart.</li>
          <li>Check out. A cart reserves nothing: the first to check out gets the book.</li>
          <li>The seller drops the book off; staff checks that it is as described.</li>
          <li>You are charged the price and a fee of {feeBp / 100} % through your payment app.</li>
          <li>The book is delivered to your campus mailbox.</li>
        </ol>
        <h2>Selling</h2>
        <ol>
          <li>Post the book with an honest condition and a photo.</li>
          <li>
            Once it is bought, drop it off within {days(dropOffDays)}. After {days(2 * dropOffDays)} the sale is off.
          </li>
          <li>You are paid the full price you asked for.</li>
        </ol>
        {autoUnlist && (
          <p>
            Listings that are not renewed for {days(unlistDays)} are unlisted
            {warnDays > 0 && `; you are told ${days(warnDays)} before`}.
          </p>
        )}
        <h2>Not there yet?</h2>
        <p>Request the book. When somebody posts one that fits, you get a notice and a mail.</p>
        <p>
          Or save a search of the list. You get a notice of each new book it finds, and at most once a day a mail with
          all of them.
        </p>
      </section>,
    )
  })

  mount.get('/market/privacy', async pageRequest =>
    page(
      pageRequest,
      { title: 'Privacy' },
      <section class="narrow prose">
        <h1>Privacy</h1>
        <p>
          We keep what you enter: name, university address, mailbox, payment name, listings, requests, saved searches,
          messages and sales. Other students see your listings, never your name or address. Staff sees both sides of a
          sale.
        </p>
        <p>One cookie keeps you logged in. Nothing is loaded from anywhere else and nobody follows you around.</p>
        <p>
          You can download everything and delete your account in the settings. Books you sold stay in the records,
          without your name. Photos lose the place and time your camera wrote into them.
        </p>
      </section>,
    ),
  )
}
