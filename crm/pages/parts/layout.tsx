import { MARK_SHAPE } from '@portico/kit/http/ownLook'
import type { Child } from 'hono/jsx'
import type { PageRequest } from '../pageRequest.ts'

interface Props {
  pageRequest: PageRequest
  title: string
  wide: boolean
  script: string | undefined
  children?: Child
}

export function Layout({ pageRequest, title, wide, script, children }: Props) {
  const { actor, assets } = pageRequest
  const done = DONE[pageRequest.query('done')]
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} · Portico`}</title>
        <link rel="stylesheet" href={assets.href('pages.css')} />
        <link rel="icon" href="/favicon.svg" />
        {script && <script type="module" src={assets.href(script)}></script>}
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to content
        </a>
        <header class="head">
          <a class="brand" href="/">
            <svg class="mark" viewBox="0 0 48 48" fill="currentColor" aria-hidden="true">
              <path d={MARK_SHAPE} />
            </svg>
            Portico
          </a>
          {actor && !actor.lacksSecondFactor && (
            <a class="quiet" href="/app/settings/security">
              ← Settings
            </a>
          )}
          {actor && (
            <form method="post" action="/logout">
              <button class="quiet" type="submit">
                Log out
              </button>
            </form>
          )}
        </header>
        <main id="main" class={wide ? 'wide' : ''} tabindex={-1}>
          {done && (
            <p class="flash" role="status">
              {done}
            </p>
          )}
          {children}
        </main>
      </body>
    </html>
  )
}

/** What was just done, said on the next page. Only these texts can be shown. */
const DONE: Record<string, string> = {
  loggedout: 'You are logged out.',
  again: 'It took too long, or there were too many wrong tries. Log in again.',
  password: 'Your new password is set. You are logged out everywhere else.',
  ended: 'The session is ended.',
  endedothers: 'You are logged out everywhere else.',
  factoroff: 'The second factor is off.',
  passkey: 'The passkey is added.',
  passkeygone: 'The passkey is removed.',
  uninstalled: 'The app is uninstalled.',
  revoked: 'The token is revoked.',
  calendarended: 'The calendar address has ended.',
  company: 'You work in another company now.',
  signedup: 'Your company is there. Log in to begin.',
}
