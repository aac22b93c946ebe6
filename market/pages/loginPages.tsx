import { login } from '../auth/login.ts'
import { logout } from '../auth/logout.ts'
import type { Mount } from './mount.tsx'
import { Field, ProblemNote } from './parts/field.tsx'
import { page } from './respond.tsx'
import { endedSessionCookie, sessionCookie } from './session.ts'
import { attempt, type Problem, redirect, safeNext, type Values, type Visit } from './visit.ts'

export function loginPages(mount: Mount) {
  mount.get('/market/login', visit => showLogin(visit, { next: visit.query('next') }))

  mount.post('/market/login', async visit => {
    const values = await visit.form()
    let token = ''
    const problem = await attempt(async () => {
      token = (await visit.act<{ token: string }>(login, { body: values })).token
    })
    if (problem) return showLogin(visit, values, problem)
    return redirect(safeNext(values.next ?? ''), { 'set-cookie': sessionCookie(token, visit.house.origin) })
  })

  mount.post('/market/logout', async visit => {
    // The cookie may have been copied: it is the session that ends. Without a valid one there is nothing to end.
    if (visit.user) await visit.act(logout)
    return redirect('/market?done=loggedout', { 'set-cookie': endedSessionCookie(visit.house.origin) })
  })
}

function showLogin(visit: Visit, values: Values, problem?: Problem): Promise<Response> {
  return page(
    visit,
    { title: 'Log in', place: 'login', status: problem?.status ?? 200 },
    <section class="narrow slim">
      <h1>Log in</h1>
      <form method="post" action="/market/login" class="form panel">
        <ProblemNote problem={problem} />
        <input type="hidden" name="next" value={values.next ?? ''} />
        <Field
          name="emailAddress"
          label="E-mail"
          type="email"
          autocomplete="username"
          value={values.emailAddress}
          problem={problem}
        />
        <Field name="password" label="Password" type="password" autocomplete="current-password" problem={problem} />
        <button class="button" type="submit">
          Log in
        </button>
      </form>
      <p>
        <a href="/market/forgot-password">Forgot your password?</a>
        {' · '}
        <a href="/market/signup">Sign up</a>
      </p>
    </section>,
  )
}
