import { attempt, type Problem, redirect, type Values } from '@portico/kit/http/forms'
import { Choice, Field, ProblemNote } from '@portico/kit/pages/field'
import type { Static, TObject } from 'typebox'
import type { WhoSignedUp } from '../auth/schemas.ts'
import {
  confirmEmail,
  followConfirmation,
  resendConfirmation,
  signup,
  signupProblems,
  universities,
} from '../auth/signup.ts'
import { readSettings } from '../settings/store.ts'
import type { Mount } from './mount.tsx'
import type { PageRequest } from './pageRequest.ts'
import { Told } from './parts/told.tsx'
import { page } from './respond.tsx'
import { mailedAddress, mailedAddressCookie } from './session.ts'

export function signupPages(mount: Mount) {
  mount.get('/market/signup', pageRequest => showSignup(pageRequest, {}))

  mount.post('/market/signup', async pageRequest => {
    const values = await pageRequest.form()
    const problem =
      (await everythingWrong(pageRequest, values)) ?? (await attempt(() => pageRequest.run(signup, { body: values })))
    return problem ? showSignup(pageRequest, values, problem) : toMailbox(pageRequest, values)
  })

  mount.get('/market/sign-up-success', async pageRequest => {
    const address = mailedAddress(pageRequest.request)
    return page(
      pageRequest,
      { title: 'Check your mail' },
      <Told title="Check your mail">
        <p>
          We sent a link to {address ? <strong>{address}</strong> : 'you'}. Follow it within 24 hours, confirm there,
          and your account is ready.
        </p>
        <ResendForm address={address} />
      </Told>,
    )
  })

  mount.post('/market/resend', async pageRequest => {
    const body = await pageRequest.form()
    const problem = await attempt(() => pageRequest.run(resendConfirmation, { body }))
    if (!problem) return toMailbox(pageRequest, body)
    return page(
      pageRequest,
      { title: 'Check your mail', status: problem.status },
      <Told title="Check your mail">
        <ResendForm address={body.emailAddress ?? ''} problem={problem} />
      </Told>,
    )
  })

  mount.get('/market/confirm/:token', async pageRequest => {
    let who: Who | undefined
    const problem = await attempt(async () => {
      who = await pageRequest.run<Who>(followConfirmation, { params: { URL: pageRequest.param('token') } })
    })
    return problem || !who ? showDeadLink(pageRequest, problem) : askToConfirm(pageRequest, who)
  })

  mount.post('/market/confirm/:token', async pageRequest => {
    const problem = await attempt(() => pageRequest.run(confirmEmail, { body: { token: pageRequest.param('token') } }))
    return problem ? showDeadLink(pageRequest, problem) : redirect('/market/email-confirmed')
  })

  mount.get('/market/email-confirmed', async pageRequest =>
    page(
      pageRequest,
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
}

/** The address is kept in a cookie, not in the path: paths end up in logs and histories. */
function toMailbox({ services }: PageRequest, { emailAddress = '' }: Values): Response {
  return redirect('/market/sign-up-success', { 'set-cookie': mailedAddressCookie(emailAddress, services.origin) })
}

/**
 * What the operation would refuse, all at once and without counting a try. A field that is missing counts as empty: the
 * operation names the first missing one only.
 */
async function everythingWrong({ services }: PageRequest, values: Values): Promise<Problem | undefined> {
  const form = { ...EMPTY_FORM, ...values }
  const all = signupProblems(form, await services.database.read(readSettings))
  const [first] = all
  return first && { message: first.message, field: first.field, status: 400, ...(all.length > 1 && { all }) }
}

const EMPTY_FORM = {
  emailAddress: '',
  password: '',
  firstName: '',
  lastName: '',
  university: '',
  CMC: '',
  venmoUsername: '',
}

type Who = Static<TObject<typeof WhoSignedUp>>

function askToConfirm(
  pageRequest: PageRequest,
  { emailAddress, firstName, lastName, university }: Who,
): Promise<Response> {
  return page(
    pageRequest,
    { title: 'Confirm your address' },
    <Told title="Confirm your address">
      <p>Somebody signed up to {pageRequest.services.name} with this address:</p>
      <dl class="facts">
        <dt>E-mail</dt>
        <dd>{emailAddress}</dd>
        <dt>Name</dt>
        <dd>
          {firstName} {lastName}
        </dd>
        <dt>University</dt>
        <dd>{university}</dd>
      </dl>
      <form method="post">
        <button class="button" type="submit">
          Yes, that is me
        </button>
      </form>
      <p class="hint">If it was not you, close this page: without the button nothing is stored.</p>
    </Told>,
  )
}

function showDeadLink(pageRequest: PageRequest, problem?: Problem): Promise<Response> {
  return page(
    pageRequest,
    { title: 'Link expired', status: problem?.status ?? 410 },
    <Told title="This link does not work any more">
      <p>{problem?.message}.</p>
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
}

type Universities = Static<(typeof universities)['reply']> & { universities: { name: string }[] }

async function showSignup(pageRequest: PageRequest, values: Values, problem?: Problem): Promise<Response> {
  const known = await pageRequest.run<Universities>(universities)
  const listed = known.universities.map(({ name }) => ({ value: name, text: name }))
  return page(
    pageRequest,
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

function ResendForm({ address, problem }: { address: string; problem?: Problem }) {
  return (
    <form method="post" action="/market/resend" class="form panel">
      <h2>No mail?</h2>
      <ProblemNote problem={problem} />
      <Field
        name="emailAddress"
        label="Your e-mail"
        type="email"
        autocomplete="email"
        value={address}
        problem={problem}
      />
      <button class="button quiet" type="submit">
        Send it again
      </button>
    </form>
  )
}
