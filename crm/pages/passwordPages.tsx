import { attempt, type Problem, redirect, type Values } from '@portico/kit/http/forms'
import { Field, ProblemNote } from '@portico/kit/pages/field'
import { askForPasswordLink } from '../company/signIn/sendPasswordLink.ts'
import { checkPasswordLink, setPasswordWithLink } from '../company/signIn/setPassword.ts'
import { afterSignIn } from './afterSignIn.ts'
import type { Mount } from './mount.tsx'
import type { PageRequest } from './pageRequest.ts'
import { showLinkOver } from './parts/linkOver.tsx'
import { Told } from './parts/told.tsx'
import { page } from './respond.tsx'

const AGAIN = { href: '/password', label: 'Ask for a new link' }

/** For those who forgot their password, and those who were invited and have none yet. */
export function passwordPages(mount: Mount) {
  mount.get('/password', pageRequest => showAsk(pageRequest))

  mount.post('/password', async pageRequest => {
    const values = await pageRequest.form()
    const { services, call } = pageRequest
    const problem = await attempt(() => askForPasswordLink(services, call, values.email ?? ''))
    return problem ? showAsk(pageRequest, values, problem) : redirect('/password/sent')
  })

  mount.get('/password/sent', pageRequest =>
    page(
      pageRequest,
      { title: 'Check your mail' },
      <Told title="Check your mail">
        <p>
          If there is an account for this address, a link to set a new password is on its way. It works for 24 hours.
        </p>
      </Told>,
    ),
  )

  mount.get('/password/new', async pageRequest => {
    const { services, call } = pageRequest
    const link = pageRequest.query('link')
    const problem = await attempt(() => checkPasswordLink(services, call, link))
    return problem ? showLinkOver(pageRequest, problem, AGAIN) : showNew(pageRequest, link)
  })

  mount.post('/password/new', async pageRequest => {
    const { services, call } = pageRequest
    const { link = '', password = '' } = await pageRequest.form()
    let signedIn: Response | undefined
    const problem = await attempt(async () => {
      signedIn = afterSignIn(await setPasswordWithLink(services, call, { link, password }), '')
    })
    if (signedIn) return signedIn
    return problem?.field ? showNew(pageRequest, link, problem) : showLinkOver(pageRequest, problem, AGAIN)
  })
}

function showAsk(pageRequest: PageRequest, values: Values = {}, problem?: Problem): Promise<Response> {
  return page(
    pageRequest,
    { title: 'Forgot your password?', status: problem?.status ?? 200 },
    <section class="panel">
      <h1>Forgot your password?</h1>
      <form method="post" action="/password" class="form">
        {!problem?.field && <ProblemNote problem={problem} />}
        <Field
          name="email"
          label="E-mail"
          type="email"
          autocomplete="username"
          value={values.email}
          problem={problem}
          autofocus={!problem}
          maxlength={320}
          hint="We mail you a link to set a new password."
        />
        <button class="button" type="submit">
          Send me a link
        </button>
      </form>
      <p class="beside">
        <a href="/login">Back to log in</a>
      </p>
    </section>,
  )
}

function showNew(pageRequest: PageRequest, link: string, problem?: Problem): Promise<Response> {
  return page(
    pageRequest,
    { title: 'Set your password', status: problem?.status ?? 200 },
    <section class="panel">
      <h1>Set your password</h1>
      <form method="post" action="/password/new" class="form">
        <input type="hidden" name="link" value={link} />
        <Field
          name="password"
          label="New password"
          type="password"
          autocomplete="new-password"
          problem={problem}
          autofocus={!problem}
          hint="At least 8 characters. Length is what counts."
        />
        <button class="button" type="submit">
          Set password
        </button>
      </form>
      <p class="beside soft">You will be logged in here, and logged out everywhere else.</p>
    </section>,
  )
}
