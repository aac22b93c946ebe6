import { attempt, type Problem, redirect } from '@portico/kit/http/forms'
import { Field, ProblemNote } from '@portico/kit/pages/field'
import { endedStepCookie } from '../company/signIn/cookies.ts'
import { codeStepOf, signInWithCode } from '../company/signIn/signInWithCode.ts'
import { afterSignIn } from './afterSignIn.ts'
import type { Mount } from './mount.tsx'
import type { PageRequest } from './pageRequest.ts'
import { page } from './respond.tsx'

/** The second step of signing in, for accounts with a second factor. */
export function codePages(mount: Mount) {
  mount.get('/login/code', async pageRequest => {
    const step = await codeStepOf(pageRequest.services, pageRequest.call)
    return step ? showCode(pageRequest, pageRequest.query('next')) : redirect('/login')
  })

  mount.post('/login/code', async pageRequest => {
    const { services, call } = pageRequest
    const { code = '', next = '' } = await pageRequest.form()
    let signedIn: Response | undefined
    const problem = await attempt(async () => {
      const outcome = await signInWithCode(services, call, code)
      signedIn = afterSignIn(outcome, next)
      if (outcome.leadsTo === 'session') signedIn.headers.append('set-cookie', endedStepCookie(services.origin))
    })
    if (problem?.status === 410) return backToLogin(services.origin)
    return signedIn ?? showCode(pageRequest, next, problem)
  })
}

function backToLogin(origin: string): Response {
  return redirect('/login?done=again', { 'set-cookie': endedStepCookie(origin) })
}

function showCode(pageRequest: PageRequest, next: string, problem?: Problem): Promise<Response> {
  return page(
    pageRequest,
    { title: 'Enter your code', status: problem?.status ?? 200 },
    <section class="panel">
      <h1>Enter your code</h1>
      <form method="post" action="/login/code" class="form">
        {!problem?.field && <ProblemNote problem={problem} />}
        <input type="hidden" name="next" value={next} />
        <Field
          name="code"
          label="Code"
          autocomplete="one-time-code"
          problem={problem}
          autofocus={!problem}
          maxlength={40}
          hint="The six digits of your authenticator app, or one of your recovery codes."
        />
        <button class="button" type="submit">
          Log in
        </button>
      </form>
      <p class="beside">
        <a href="/login">Start again</a>
      </p>
    </section>,
  )
}
