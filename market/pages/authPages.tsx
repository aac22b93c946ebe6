import type { Static } from 'typebox'
import { login } from '../auth/login.ts'
import { followPasswordReset, requestPasswordReset, resetPassword } from '../auth/passwordReset.ts'
import { resendConfirmation, signup, universities, verifyEmail } from '../auth/signup.ts'
import type { Mount } from './mount.tsx'
import { Choice, Field, ProblemNote } from './parts/field.tsx'
import { page } from './respond.tsx'
import { endedSessionCookie, sessionCookie } from './session.ts'
import { attempt, type Problem, redirect, safeNext, type Visit } from './visit.ts'

type Values = Record<string, string>

export function authPages(mount: Mount) {
  mount.get('/market/signup', visit => showSignup(visit, {}))

  mount.post('/market/signup', async visit => {
    const values = await visit.form()
    const problem = await attempt(() => visit.act(signup, { body: values }))
    return problem ? showSignup(visit, values, problem) : redirect('/market/sign-up-success')
  })

  mount.get('/market/sign-up-success', async visit =>
    page(
      visit,
      { title: 'Check your mail' },
      <Told title="Check your mail">
        <p>We sent you a link. Follow it within 24 hours and your account is ready.</p>
        <ResendForm />
      </Told>,
    ),
  )

  mount.post('/market/resend', async visit => {
    const body = await visit.form()
    const problem = await attempt(() => visit.act(resendConfirmation, { body }))
    if (!problem) return redirect('/market/sign-up-success')
    return page(
      visit,
      { title: 'Check your mail', status: problem.status },
      <Told title="Check your mail">
        <ResendForm problem={problem} />
      </Told>,
    )
  })

  mount.get('/market/confirm/:token', async visit => {
    const problem = await attempt(() => visit.act(verifyEmail, { params: { URL: visit.param('token') } }))
    if (!problem) return redirect('/market/email-confirmed')
    return page(
      visit,
      { title: 'Link expired', status: problem.status },
      <Told title="This link does not work any more">
        <p>{problem.message}.</p>
        <p class="actions">
          <a class="button" href="/market/login">
            Log in
          </a>
          <a class="button quiet" href="/market/signup">
            Sign up again
          </a>
        </p>
      </Told>,
    )
  })

  mount.get('/market/email-confirmed', async visit =>
    page(
      visit,
      { title: 'Welcome' },
      <Told title="Your address is confirmed">
        <p>Welcome to the market! Log in and look around.</p>
        <p>
          <a class="button" href="/market/login">
            Log in
          </a>
        </p>
      </Told>,
    ),
  )

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

  mount.post('/market/logout', async visit =>
    redirect('/market?done=loggedout', { 'set-cookie': endedSessionCookie(visit.house.origin) }),
  )

  mount.get('/market/forgot-password', visit => showForgot(visit))

  mount.post('/market/forgot-password', async visit => {
    const values = await visit.form()
    const problem = await attempt(() => visit.act(requestPasswordReset, { body: values }))
    if (problem) return showForgot(visit, values, problem)
    return redirect('/market/forgot-password-success')
  })

  mount.get('/market/forgot-password-success', async visit =>
    page(
      visit,
      { title: 'Check your mail' },
      <Told title="Check your mail">
        <p>If there is an account for this address, a link to set a new password is on its way.</p>
      </Told>,
    ),
  )

  mount.get('/market/reset-password/:token', async visit => {
    const token = visit.param('token')
    const problem = await attempt(() => visit.act(followPasswordReset, { params: { token } }))
    if (!problem) return showReset(visit)
    return page(
      visit,
      { title: 'Link expired', status: problem.status },
      <Told title="This link does not work any more">
        <p>{problem.message}.</p>
        <p>
          <a class="button" href="/market/forgot-password">
            Ask for a new link
          </a>
        </p>
      </Told>,
    )
  })

  mount.post('/market/reset-password/:token', async visit => {
    const { password = '' } = await visit.form()
    const body = { token: visit.param('token'), password }
    const problem = await attempt(() => visit.act(resetPassword, { body }))
    return problem ? showReset(visit, problem) : redirect('/market/login?done=password')
  })
}

type Universities = Static<(typeof universities)['reply']> & { universities: { name: string }[] }

async function showSignup(visit: Visit, values: Values, problem?: Problem): Promise<Response> {
  const known = await visit.act<Universities>(universities)
  const listed = known.universities.map(({ name }) => ({ value: name, text: name }))
  return page(
    visit,
    { title: 'Sign up', place: 'signup', status: problem?.status ?? 200 },
    <section class="narrow">
      <h1>Join the market</h1>
      <p class="lead">You need a university e-mail address. It takes a minute.</p>
      <form method="post" action="/market/signup" class="form panel">
        <ProblemNote problem={problem} />
        <Field
          name="emailAddress"
          label="University e-mail"
          type="email"
          autocomplete="email"
          value={values.emailAddress}
          problem={problem}
        />
        <Field
          name="password"
          label="Password"
          type="password"
          autocomplete="new-password"
          problem={problem}
          hint="At least 8 characters"
        />
        <div class="columns">
          <Field
            name="firstName"
            label="First name"
            autocomplete="given-name"
            value={values.firstName}
            problem={problem}
            maxlength={80}
          />
          <Field
            name="lastName"
            label="Last name"
            autocomplete="family-name"
            value={values.lastName}
            problem={problem}
            maxlength={80}
          />
        </div>
        {listed.length > 0 ? (
          <Choice name="university" label="University" value={values.university} problem={problem} options={listed} />
        ) : (
          <Field name="university" label="University" value={values.university} problem={problem} maxlength={120} />
        )}
        <div class="columns">
          <Field
            name="CMC"
            label="Campus mailbox"
            value={values.CMC}
            problem={problem}
            maxlength={40}
            hint="Where books you buy are delivered"
          />
          <Field
            name="venmoUsername"
            label="Payment app name"
            value={values.venmoUsername}
            problem={problem}
            maxlength={80}
            hint="Where you are paid and charged"
          />
        </div>
        <button class="button" type="submit">
          Sign up
        </button>
      </form>
      <p>
        Have an account? <a href="/market/login">Log in</a>
      </p>
    </section>,
  )
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

function showForgot(visit: Visit, values: Values = {}, problem?: Problem): Promise<Response> {
  return page(
    visit,
    { title: 'Forgot password', status: problem?.status ?? 200 },
    <section class="narrow slim">
      <h1>Set a new password</h1>
      <form method="post" action="/market/forgot-password" class="form panel">
        <ProblemNote problem={problem} />
        <Field
          name="emailAddress"
          label="E-mail"
          type="email"
          autocomplete="username"
          value={values.emailAddress}
          problem={problem}
        />
        <button class="button" type="submit">
          Send me a link
        </button>
      </form>
    </section>,
  )
}

function showReset(visit: Visit, problem?: Problem): Promise<Response> {
  return page(
    visit,
    { title: 'New password', status: problem?.status ?? 200 },
    <section class="narrow slim">
      <h1>Choose a new password</h1>
      <form method="post" class="form panel">
        <ProblemNote problem={problem} />
        <Field
          name="password"
          label="New password"
          type="password"
          autocomplete="new-password"
          problem={problem}
          hint="At least 8 characters"
        />
        <button class="button" type="submit">
          Set password
        </button>
      </form>
    </section>,
  )
}

function ResendForm({ problem }: { problem?: Problem }) {
  return (
    <form method="post" action="/market/resend" class="form panel">
      <h2>No mail?</h2>
      <ProblemNote problem={problem} />
      <Field name="emailAddress" label="Your e-mail" type="email" autocomplete="email" problem={problem} />
      <button class="button quiet" type="submit">
        Send it again
      </button>
    </form>
  )
}

function Told({ title, children }: { title: string; children?: unknown }) {
  return (
    <section class="narrow slim">
      <h1>{title}</h1>
      {children}
    </section>
  )
}
