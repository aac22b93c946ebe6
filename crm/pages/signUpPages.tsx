import { attempt, type Problem, redirect, type Values } from '@portico/kit/http/forms'
import { Field, ProblemNote } from '@portico/kit/pages/field'
import { askForCompany } from '../company/signUp/askForCompany.ts'
import { checkSignUpLink, makeCompany } from '../company/signUp/makeCompany.ts'
import type { SignUp } from '../company/signUp/store.ts'
import type { Mount } from './mount.tsx'
import type { PageRequest } from './pageRequest.ts'
import { showLinkOver } from './parts/linkOver.tsx'
import { Told } from './parts/told.tsx'
import { page } from './respond.tsx'

const AGAIN = { href: '/signup', label: 'Sign up again' }

/** For strangers who want a company of their own on this server, where its operator lets them. */
export function signUpPages(mount: Mount) {
  mount.get('/signup', pageRequest => showAsk(pageRequest))

  mount.post('/signup', async pageRequest => {
    const values = await pageRequest.form()
    const { email = '', name = '', company = '' } = values
    const problem = await attempt(() => askForCompany(pageRequest.services, pageRequest.call, { email, name, company }))
    return problem ? showAsk(pageRequest, values, problem) : redirect('/signup/sent')
  })

  mount.get('/signup/sent', pageRequest =>
    page(
      pageRequest,
      { title: 'Check your mail' },
      <Told title="Check your mail">
        <p>A link to go on is on its way to you. It works for 24 hours.</p>
      </Told>,
    ),
  )

  mount.get('/signup/confirm', pageRequest => showLink(pageRequest, pageRequest.query('link')))

  mount.post('/signup/confirm', async pageRequest => {
    const { link = '', password = '' } = await pageRequest.form()
    const problem = await attempt(() => makeCompany(pageRequest.services, pageRequest.call, { link, password }))
    return problem ? showLink(pageRequest, link, problem) : redirect('/login?done=signedup')
  })
}

function showAsk(pageRequest: PageRequest, values: Values = {}, problem?: Problem): Promise<Response> {
  return page(
    pageRequest,
    { title: 'Sign up', status: problem?.status ?? 200 },
    <section class="panel">
      <h1>Sign up</h1>
      <form method="post" action="/signup" class="form">
        {!problem?.field && <ProblemNote problem={problem} />}
        <Field
          name="company"
          label="Company"
          autocomplete="organization"
          value={values.company}
          problem={problem}
          autofocus={!problem}
          maxlength={255}
        />
        <Field
          name="name"
          label="Your name"
          autocomplete="name"
          value={values.name}
          problem={problem}
          maxlength={255}
        />
        <Field
          name="email"
          label="E-mail"
          type="email"
          autocomplete="username"
          value={values.email}
          problem={problem}
          maxlength={320}
          hint="We mail you a link to go on."
        />
        <button class="button" type="submit">
          Sign up
        </button>
      </form>
      <p class="beside">
        <a href="/login">Log in</a>
      </p>
    </section>,
  )
}

async function showLink(pageRequest: PageRequest, link: string, problem?: Problem): Promise<Response> {
  let asked: (SignUp & { hasPassword: boolean }) | undefined
  const over = await attempt(async () => {
    asked = await checkSignUpLink(pageRequest.services, pageRequest.call, link)
  })
  if (!asked || (problem && !problem.field)) return showLinkOver(pageRequest, over ?? problem, AGAIN)
  return page(
    pageRequest,
    { title: 'Almost there', status: problem?.status ?? 200 },
    <section class="panel">
      <h1>Almost there</h1>
      <form method="post" action="/signup/confirm" class="form">
        <input type="hidden" name="link" value={link} />
        <p>
          {asked.company}, with {asked.email} as its owner.
        </p>
        {!asked.hasPassword && (
          <Field
            name="password"
            label="Password"
            type="password"
            autocomplete="new-password"
            problem={problem}
            autofocus={!problem}
            hint="At least 8 characters. Length is what counts."
          />
        )}
        <button class="button" type="submit">
          Begin
        </button>
      </form>
    </section>,
  )
}
