import { attempt, type Problem, redirect, type Values } from '@portico/kit/http/forms'
import { Field, ProblemNote } from '@portico/kit/pages/field'
import { endedSessionCookie } from '../company/signIn/cookies.ts'
import { signInWithPassword } from '../company/signIn/signInWithPassword.ts'
import { signOut } from '../company/signIn/signOut.ts'
import { afterSignIn } from './afterSignIn.ts'
import type { Mount } from './mount.tsx'
import type { PageRequest } from './pageRequest.ts'
import { Told } from './parts/told.tsx'
import { page } from './respond.tsx'
import { safeNext } from './safeNext.ts'

export function loginPages(mount: Mount) {
  mount.get('/login', async pageRequest => {
    const next = pageRequest.query('next')
    return pageRequest.actor ? redirect(safeNext(next)) : showLogin(pageRequest, { next })
  })

  mount.post('/login', async pageRequest => {
    const { services, call } = pageRequest
    const values = await pageRequest.form()
    const { email = '', password = '', next = '' } = values
    let signedIn: Response | undefined
    const problem = await attempt(async () => {
      signedIn = afterSignIn(await signInWithPassword(services, call, { email, password }), next)
    })
    return signedIn ?? showLogin(pageRequest, values, problem)
  })

  mount.get('/logout', pageRequest =>
    page(
      pageRequest,
      { title: 'Log out' },
      <Told title="Log out">
        <form method="post" action="/logout">
          <button class="button" type="submit" autofocus>
            Log out
          </button>
        </form>
      </Told>,
    ),
  )

  mount.post('/logout', async ({ services, call, actor }) => {
    await signOut(services, call, actor)
    return redirect('/login?done=loggedout', { 'set-cookie': endedSessionCookie(services.origin) })
  })
}

function showLogin(pageRequest: PageRequest, values: Values, problem?: Problem): Promise<Response> {
  return page(
    pageRequest,
    { title: 'Log in', status: problem?.status ?? 200, script: 'passkeys.js' },
    <section class="panel">
      <h1>Log in</h1>
      <form method="post" action="/login" class="form">
        {!problem?.field && <ProblemNote problem={problem} />}
        <input type="hidden" name="next" value={values.next ?? ''} />
        <Field
          name="email"
          label="E-mail"
          type="email"
          autocomplete="username"
          value={values.email}
          problem={problem}
          autofocus={!problem}
          maxlength={320}
        />
        <Field name="password" label="Password" type="password" autocomplete="current-password" problem={problem} />
        <button class="button" type="submit">
          Log in
        </button>
      </form>
      <form id="passkey-login" class="form" hidden>
        <p class="problem" role="alert" hidden></p>
        <input type="hidden" name="next" value={values.next ?? ''} />
        <button class="quiet" type="submit">
          Log in with a passkey
        </button>
      </form>
      <p class="beside">
        <a href="/password">Forgot your password?</a>
      </p>
    </section>,
  )
}
