import { attempt, type Problem, redirect, type Values } from '@portico/kit/http/forms'
import { Check, Field, ProblemNote, Refused } from '@portico/kit/pages/field'
import type { Static } from 'typebox'
import { deleteAccount, exportData } from '../account/operations.ts'
import { logout } from '../auth/logout.ts'
import { updatePassword, updateProfile } from '../auth/profile.ts'
import { getNotifications, readNotifications } from '../notices/operations.ts'
import type { Notification } from '../notices/wire.ts'
import type { MemberRequest, Mount } from './mount.tsx'
import type { Me } from './pageRequest.ts'
import { ago } from './parts/book.tsx'
import { Older, partOf } from './parts/part.tsx'
import { page } from './respond.tsx'
import { endedSessionCookie, sessionCookie } from './session.ts'

type Notice = Static<typeof Notification>
type SettingsForm = 'profile' | 'password' | 'leave'

const ROWS = 50

export function accountPages(mount: Mount) {
  mount.memberGet('/market/notices', async pageRequest => {
    const part = partOf(pageRequest, ROWS)
    const { notifications } = await pageRequest.run<{ notifications: Notice[] }>(getNotifications, {
      query: { ...part },
    })
    return page(
      pageRequest,
      { title: 'Notices', place: 'notices' },
      <>
        <Notices
          notices={notifications}
          now={pageRequest.services.now()}
          unread={pageRequest.me.unreadNotifications > 0}
        />
        <Older pageRequest={pageRequest} path="/market/notices" part={part} shown={notifications.length} />
      </>,
    )
  })

  mount.memberPost('/market/notices/read', async pageRequest => {
    await pageRequest.run(readNotifications)
    return redirect('/market/notices?done=read')
  })

  mount.memberGet('/market/settings', pageRequest => showSettings(pageRequest))

  mount.memberPost('/market/settings/profile', async pageRequest => {
    const values = await pageRequest.form()
    const body = { ...values, matchMail: values.matchMail === 'true' }
    const problem = await attempt(() => pageRequest.run(updateProfile, { body }))
    return problem
      ? showSettings(pageRequest, { part: 'profile', problem, values })
      : redirect('/market/settings?done=saved')
  })

  mount.memberPost('/market/settings/password', async pageRequest => {
    const body = await pageRequest.form()
    let token = ''
    const problem = await attempt(async () => {
      token = (await pageRequest.run<{ token: string }>(updatePassword, { body })).token
    })
    if (problem) return showSettings(pageRequest, { part: 'password', problem })
    return redirect('/market/settings?done=password', {
      'set-cookie': sessionCookie(token, pageRequest.services.origin),
    })
  })

  mount.memberPost('/market/settings/logout-everywhere', async pageRequest => {
    await pageRequest.run(logout, { body: { everywhere: true } })
    return redirect('/market?done=loggedout', { 'set-cookie': endedSessionCookie(pageRequest.services.origin) })
  })

  mount.memberGet('/market/settings/export', async pageRequest => {
    const data = await pageRequest.run<object>(exportData)
    return new Response(JSON.stringify(data, null, 2), {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': 'attachment; filename="book-market.json"',
        'cache-control': 'no-store',
      },
    })
  })

  mount.memberPost('/market/settings/leave', async pageRequest => {
    const body = await pageRequest.form()
    const problem = await attempt(() => pageRequest.run(deleteAccount, { body }))
    if (problem) return showSettings(pageRequest, { part: 'leave', problem })
    return redirect('/market?done=left', { 'set-cookie': endedSessionCookie(pageRequest.services.origin) })
  })
}

function Notices({ notices, now, unread }: { notices: Notice[]; now: Date; unread: boolean }) {
  return (
    <section class="narrow">
      <div class="list-head">
        <h1>Notices</h1>
        {unread && (
          <form method="post" action="/market/notices/read">
            <button class="button small quiet" type="submit">
              Mark all as read
            </button>
          </form>
        )}
      </div>
      {notices.length === 0 && <p class="empty-line">All quiet.</p>}
      <ul class="notices">
        {notices.map(notice => (
          <li class={notice.read ? '' : 'unread'}>
            <a href={notice.link || '/market'}>
              {!notice.read && <span class="hidden">New: </span>}
              {notice.message}
            </a>
            <span class="when">{ago(notice.date, now)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface RefusedForm {
  part: SettingsForm
  problem: Problem
  /** What was typed; a password is typed again. */
  values?: Values
}

function showSettings(pageRequest: MemberRequest, refused?: RefusedForm): Promise<Response> {
  const { me } = pageRequest
  const profile: Pick<Me, 'firstName' | 'lastName' | 'venmoUsername' | 'CMC'> = { ...me, ...refused?.values }
  const wrong = (which: SettingsForm) => (refused?.part === which ? refused.problem : undefined)
  return page(
    pageRequest,
    { title: 'Settings', place: 'settings', status: refused?.problem.status ?? 200 },
    <section class="narrow">
      <h1>Settings</h1>
      <form method="post" action="/market/settings/profile" class="form panel">
        <h2>Profile</h2>
        <ProblemNote problem={wrong('profile')} />
        <p class="hint">
          {me.emailAddress} · {me.university}
        </p>
        <div class="columns">
          <Field
            name="firstName"
            label="First name"
            value={profile.firstName}
            problem={wrong('profile')}
            maxlength={80}
          />
          <Field name="lastName" label="Last name" value={profile.lastName} problem={wrong('profile')} maxlength={80} />
        </div>
        <div class="columns">
          <Field
            name="venmoUsername"
            label="Payment app name"
            value={profile.venmoUsername}
            problem={wrong('profile')}
            maxlength={80}
          />
          <Field name="CMC" label="Campus mailbox" value={profile.CMC} problem={wrong('profile')} maxlength={40} />
        </div>
        <Check name="matchMail" label="Tell me about matches by mail" checked={me.matchMail} />
        <button class="button" type="submit">
          Save profile
        </button>
      </form>
      <form method="post" action="/market/settings/password" class="form panel">
        <h2>Password</h2>
        <ProblemNote problem={wrong('password')} />
        <Field
          name="password"
          label="Current password"
          type="password"
          autocomplete="current-password"
          problem={wrong('password')}
        />
        <Field
          name="newPassword"
          label="New password"
          type="password"
          autocomplete="new-password"
          problem={wrong('password')}
          hint="At least 8 characters; other sessions are ended"
        />
        <button class="button" type="submit">
          Change password
        </button>
      </form>
      <form method="post" action="/market/settings/logout-everywhere" class="form panel">
        <h2>Sessions</h2>
        <p>Lost a device, or logged in somewhere that is not yours? This logs you out here and everywhere else.</p>
        <button class="button quiet" type="submit">
          Log out everywhere
        </button>
      </form>
      <section class="panel">
        <h2>Your data</h2>
        <p>
          <a class="button quiet" href="/market/settings/export">
            Download everything we keep about you
          </a>
        </p>
        <details class="leave" open={refused?.part === 'leave'}>
          <summary>Delete my account</summary>
          <form method="post" action="/market/settings/leave" class="form">
            <Refused problem={wrong('leave')} />
            <p>Listings, requests and notices are deleted. Books you sold stay in the records, without your name.</p>
            <div class="field">
              <label for="leave-password">Your password</label>
              <input id="leave-password" type="password" name="password" required autocomplete="current-password" />
            </div>
            <button class="button danger" type="submit">
              Delete my account
            </button>
          </form>
        </details>
      </section>
    </section>,
  )
}
