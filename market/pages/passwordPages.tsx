import { attempt, type Problem, redirect, type Values } from '@portico/kit/http/forms'
import { Field, ProblemNote } from '@portico/kit/pages/field'
import { followPasswordReset, requestPasswordReset, resetPassword } from '../auth/passwordReset.ts'
import type { Mount } from './mount.tsx'
import type { PageRequest } from './pageRequest.ts'
import { Told } from './parts/told.tsx'
import { page } from './respond.tsx'
import { mailedAddress, mailedAddressCookie } from './session.ts'

/** For those who forgot theirs. */
export function passwordPages(mount: Mount) {
  mount.get('/market/forgot-password', pageRequest => showForgot(pageRequest))

  mount.post('/market/forgot-password', async pageRequest => {
    const values = await pageRequest.form()
    const problem = await attempt(() => pageRequest.run(requestPasswordReset, { body: values }))
    if (problem) return showForgot(pageRequest, values, problem)
    const { origin } = pageRequest.services
    return redirect('/market/forgot-password-success', {
      'set-cookie': mailedAddressCookie(values.emailAddress ?? '', origin),
    })
  })

  mount.get('/market/forgot-password-success', async pageRequest =>
    page(
      pageRequest,
      { title: 'Check your mail' },
      <Told title="Check your mail">
        <p>
          If there is an account for <strong>{mailedAddress(pageRequest.request) || 'this address'}</strong>, a link to
          set a new password is on its way.
        </p>
      </Told>,
    ),
  )

  mount.get('/market/reset-password/:token', async pageRequest => {
    const token = pageRequest.param('token')
    const problem = await attempt(() => pageRequest.run(followPasswordReset, { params: { token } }))
    if (!problem) return showReset(pageRequest)
    return page(
      pageRequest,
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

  mount.post('/market/reset-password/:token', async pageRequest => {
    const { password = '' } = await pageRequest.form()
    const body = { token: pageRequest.param('token'), password }
    const problem = await attempt(() => pageRequest.run(resetPassword, { body }))
    return problem ? showReset(pageRequest, problem) : redirect('/market/login?done=password')
  })
}

function showForgot(pageRequest: PageRequest, values: Values = {}, problem?: Problem): Promise<Response> {
  return page(
    pageRequest,
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

function showReset(pageRequest: PageRequest, problem?: Problem): Promise<Response> {
  return page(
    pageRequest,
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
