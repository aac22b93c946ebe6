import type { Child } from 'hono/jsx'
import type { PageRequest } from '../pageRequest.ts'
import { Icon, type IconName } from './icon.tsx'

interface Props {
  pageRequest: PageRequest
  title: string
  place: string | undefined
  wide: boolean | undefined
  children?: Child
}

export function Layout({ pageRequest, title, place, wide, children }: Props) {
  const done = DONE[pageRequest.query('done')]
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} · ${pageRequest.services.name}`}</title>
        <link rel="stylesheet" href={pageRequest.assets.href('market.css')} />
        <link rel="icon" href={ICON} />
        <script src={pageRequest.assets.href('market.js')} defer></script>
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to content
        </a>
        <Head pageRequest={pageRequest} place={place} />
        <main id="main" class={wide ? 'wide' : ''} tabindex={-1}>
          {done && (
            <p class="flash" role="status">
              <Icon name="check" /> {done}
            </p>
          )}
          {children}
        </main>
        <footer>
          <p>
            Textbooks from student to student.{' '}
            <span class="together">
              <a href="/market/help">How it works</a>
              {' · '}
              <a href="/market/privacy">Privacy</a>
            </span>
          </p>
        </footer>
        <Tabs pageRequest={pageRequest} place={place} />
      </body>
    </html>
  )
}

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%230f5c4c'/%3E%3Cpath d='M8 8h7a2 2 0 0 1 2 2v15a3 3 0 0 0-3-2H8zM24 8h-5a2 2 0 0 0-2 2v15a3 3 0 0 1 3-2h4z' fill='%23ffd84d'/%3E%3C/svg%3E"

/** What was just done, said on the next page. Only these texts can be shown. */
const DONE: Record<string, string> = {
  posted: 'Your book is on sale.',
  saved: 'Saved.',
  deleted: 'Deleted.',
  unlisted: 'The book is no longer listed.',
  reactivated: 'The book is on sale again.',
  renewed: 'Renewed: the book stays on the list.',
  requested: 'We tell you as soon as somebody posts it.',
  carted: 'In your cart. It stays on sale for others until you check out.',
  removed: 'Removed from your cart.',
  bought: 'Bought! The seller was told to drop the books off.',
  cancelled: 'The purchase is cancelled.',
  loggedout: 'You are logged out.',
  left: 'Your account is deleted. Take care!',
  password: 'Your new password is set; other sessions are ended.',
  verified: 'Verified. The buyer can be charged.',
  charged: 'The buyer is charged.',
  paid: 'Delivered and paid.',
  refunded: 'Refunded; the book is on sale again.',
  rejected: 'The sale is ended and the book unlisted.',
  role: 'The role is changed.',
  suspended: 'The account is suspended.',
  reinstated: 'The suspension is ended.',
  read: 'All notices are read.',
  searchsaved: 'Saved. We tell you when a book is listed that it finds.',
  sent: 'Sent. The other side gets a notice.',
  reported: 'The staff was told and looks at it.',
  messageremoved: 'The message is removed.',
  messagekept: 'The message stays.',
}

interface NavProps {
  pageRequest: PageRequest
  place: string | undefined
}

function Head({ pageRequest, place }: NavProps) {
  const { me } = pageRequest
  return (
    <header class="head">
      <a class="brand" href="/market">
        <Icon name="brand" /> <span>{pageRequest.services.name}</span>
      </a>
      <search>
        <form class="head-search" action="/market" method="get">
          <label class="hidden" for="head-q">
            Search books
          </label>
          <input
            id="head-q"
            type="search"
            name="q"
            value={pageRequest.query('q')}
            placeholder="Title, author, course, ISBN"
          />
          <button class="icon-button" type="submit" aria-label="Search">
            <Icon name="search" />
          </button>
        </form>
      </search>
      <nav class="head-nav" aria-label="Main">
        {me ? (
          <>
            <NavLink href="/market/sell" here={place === 'sell'} text="Sell" />
            <NavLink href="/market/posts" here={place === 'posts'} text="My books" />
            <NavLink href="/market/matches" here={place === 'matches'} text="Matches" count={me.matchedBooks.length} />
            <NavLink href="/market/cart" here={place === 'cart'} text="Cart" count={me.cartItems} />
            <NavLink href="/market/messages" here={place === 'messages'} text="Messages" count={me.unreadMessages} />
            <NavLink href="/market/notices" here={place === 'notices'} text="Notices" count={me.unreadNotifications} />
            <AccountMenu pageRequest={pageRequest} />
          </>
        ) : (
          <>
            <NavLink href="/market/login" here={place === 'login'} text="Log in" />
            <a class="button small" href="/market/signup">
              Sign up
            </a>
          </>
        )}
      </nav>
    </header>
  )
}

function NavLink({ href, here, text, count }: { href: string; here: boolean; text: string; count?: number }) {
  return (
    <a class="nav-link" href={href} aria-current={here ? 'page' : undefined}>
      {text}
      {count ? <Count count={count} /> : null}
    </a>
  )
}

function Count({ count }: { count: number }) {
  return (
    <span class="count">
      <span class="hidden">, </span>
      {count > 99 ? '99+' : count}
    </span>
  )
}

function AccountMenu({ pageRequest }: { pageRequest: PageRequest }) {
  const { me } = pageRequest
  if (!me) return null
  return (
    <details class="menu">
      <summary aria-label={`Account of ${me.firstName}`}>
        <span class="avatar" aria-hidden="true">
          {me.firstName.slice(0, 1).toUpperCase()}
        </span>
      </summary>
      <div class="menu-list">
        <p class="menu-name">{`${me.firstName} ${me.lastName}`}</p>
        <a href="/market/matches">Matches</a>
        <a href="/market/transactions">Purchases and sales</a>
        <a href="/market/messages">Messages</a>
        <a href="/market/searches">Saved searches</a>
        <a href="/market/settings">Settings</a>
        {me.permissionType > 0 && <a href="/market/dashboard">Dashboard</a>}
        <form method="post" action="/market/logout">
          <button class="linkish" type="submit">
            Log out
          </button>
        </form>
      </div>
    </details>
  )
}

/** The navigation at the bottom of the screen, on phones. */
function Tabs({ pageRequest, place }: NavProps) {
  const { me } = pageRequest
  if (!me) return null
  return (
    <nav class="tabs" aria-label="Quick">
      <Tab href="/market" icon="home" text="Browse" here={place === 'home'} />
      <Tab href="/market/posts" icon="shelf" text="My books" here={place === 'posts'} />
      <Tab href="/market/sell" icon="plus" text="Sell" here={place === 'sell'} />
      <Tab href="/market/cart" icon="cart" text="Cart" here={place === 'cart'} count={me.cartItems} />
      <Tab
        href="/market/messages"
        icon="letter"
        text="Messages"
        here={place === 'messages'}
        count={me.unreadMessages}
      />
      <Tab
        href="/market/notices"
        icon="bell"
        text="Notices"
        here={place === 'notices'}
        count={me.unreadNotifications}
      />
    </nav>
  )
}

interface TabProps {
  href: string
  icon: IconName
  text: string
  here: boolean
  count?: number
}

function Tab({ href, icon, text, here, count }: TabProps) {
  return (
    <a href={href} aria-current={here ? 'page' : undefined}>
      <span class="tab-icon">
        <Icon name={icon} />
        {count ? <Count count={count} /> : null}
      </span>
      {text}
    </a>
  )
}
