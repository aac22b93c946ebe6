import { attempt, type Problem, redirect, type Values } from '@portico/kit/http/forms'
import { Field, ProblemNote } from '@portico/kit/pages/field'
import { login } from '../auth/login.ts'
import { logout } from '../auth/logout.ts'
import type { Mount } from './mount.tsx'
import { type PageRequest, safeNext } from './pageRequest.ts'
import { page } from './respond.tsx'
import { endedSessionCookie, sessionCookie } from './session.ts'

export function loginPages(mount: Mount) {
  mount.get('/market/login', pageRequest => showLogin(pageRequest, { next: pageRequest.query('next') }))

  mount.post('/market/login', async pageRequest => {
    const values = await pageRequest.form()
    let token = ''
    const problem = await attempt(async () => {
      token = (await pageRequest.run<{ token: string }>(login, { body: values })).token
    })
    if (problem) return showLogin(pageRequest, values, problem)
    return redirect(safeNext(values.next ?? ''), { 'set-cookie': sessionCookie(token, pageRequest.services.origin) })
  })

  mount.post('/market/logout', async pageRequest => {
    // The cookie may have been copied: it is the session that ends. Without a valid one there is nothing to end.
    if (pageRequest.user) await pageRequest.run(logout)
    return redirect('/market?done=loggedout', { 'set-cookie': endedSessionCookie(pageRequest.services.origin) })
  })
}

function showLogin(pageRequest: PageRequest, values: Values, problem?: Problem): Promise<Response> {
  return page(
    pageRequest,
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
