import { randomUUID } from 'node:crypto'
import { digestOf } from '@portico/kit/access/links'
import { checkPasswordRule, hashPassword } from '@portico/kit/access/password'
import { answer } from '@portico/kit/api/answer'
import { type FieldProblem, failure, isFailure } from '@portico/kit/api/failure'
import Type from 'typebox'
import { openOperation } from '../api/operation.ts'
import { rememberClient } from '../api/rememberClient.ts'
import { throttled } from '../api/throttled.ts'
import { line } from '../books/rules.ts'
import { daysAfter } from '../days.ts'
import { marketEvent, notify } from '../notices/notify.ts'
import type { Settings } from '../settings/settings.ts'
import { readSettings } from '../settings/store.ts'
import { checkAddress, checkForm, normalAddress, normalPaymentName } from './rules.ts'
import { Email, LinkToken, Message, SignupFields, type SignupForm, WhoSignedUp } from './schemas.ts'
import { confirmSignup, findSignup, findSignupByEmail, renewSignup, storeSignup } from './store.ts'

/** The same whether the address is new, waiting or has an account: nobody learns who is a member. */
const CHECK_MAIL = { message: 'Check your mail: a link to confirm your address is on its way.' }

export const signup = throttled(
  'mail',
  openOperation({
    route: 'POST /auth/signup',
    summary: 'Sign up; the account is stored when the link in the mail is followed and confirmed there',
    signIn: 'none',
    status: 201,
    transaction: 'none',
    body: SignupFields,
    reply: Message,
    async run({ body }, { sql, services, call, now, mayMail }) {
      const settings = await readSettings(sql)
      const [first, ...others] = signupProblems(body, settings)
      if (first)
        throw failure('invalid', first.message, {
          field: first.field,
          ...(others.length > 0 && { fieldProblems: [first, ...others] }),
        })
      if (mayMail === false) return CHECK_MAIL
      const email = normalAddress(body.emailAddress)
      const passwordHash = await hashPassword(body.password)
      const row = { email, passwordHash, client: services.clientsOf(call).network, ...personOf(body, settings) }
      // Written for an address that has an account too: its mail says so, and the time of the answer tells nothing.
      await services.database.write(async sql => {
        const id = randomUUID()
        await storeSignup(sql, id, digestOf(services.links.make('signup', id)), row, now, daysAfter(now, 1))
        await notify(sql, now, [
          marketEvent('addressToConfirm', id, { address: email }, { signup: id, firstName: row.firstName }),
        ])
      })
      return CHECK_MAIL
    },
  }),
)

/** Everything that is wrong with a sign-up, one problem for each field, in the order of the form. */
export function signupProblems(form: SignupForm, settings: Settings): FieldProblem[] {
  const mailbox = form.CMC ?? form.CMCBox
  return problemsOf([
    () => checkAddress(normalAddress(form.emailAddress), settings),
    () => checkPasswordRule(form.password),
    () => line(form.firstName, 'firstName'),
    () => line(form.lastName, 'lastName'),
    () => line(form.university, 'university'),
    () => {
      if (mailbox === undefined) throw failure('invalid', 'CMC is required', { field: 'CMC' })
      line(mailbox, 'CMC')
    },
    () => normalPaymentName(form.venmoUsername),
  ])
}

/** Runs every check, and collects what they refuse. */
function problemsOf(checks: readonly (() => unknown)[]): FieldProblem[] {
  return checks.flatMap(check => {
    try {
      check()
      return []
    } catch (error) {
      if (!isFailure(error) || error.details.field === undefined) throw error
      return [{ field: error.details.field, message: error.message }]
    }
  })
}

function personOf({ CMC, CMCBox = '', ...given }: SignupForm, { universities }: Settings) {
  return {
    firstName: line(given.firstName, 'firstName'),
    lastName: line(given.lastName, 'lastName'),
    university: listedUniversity(line(given.university, 'university'), universities),
    mailbox: line(CMC ?? CMCBox, 'CMC'),
    paymentName: normalPaymentName(given.venmoUsername),
  }
}

/** One spelling for each university the operator lists. Who may join is decided by the address, not by this. */
function listedUniversity(given: string, listed: readonly { name: string }[]): string {
  return listed.find(({ name }) => name.toLowerCase() === given.toLowerCase())?.name ?? given
}

export const resendConfirmation = throttled(
  'mail',
  openOperation({
    route: 'POST /auth/resendConfirmation',
    summary: 'Send the confirmation mail again',
    signIn: 'none',
    transaction: 'none',
    body: { emailAddress: Email },
    reply: Message,
    async run({ body }, { services, call, now, mayMail }) {
      const email = normalAddress(body.emailAddress)
      checkForm(email)
      if (mayMail === false) return CHECK_MAIL
      await services.database.write(async sql => {
        // The same steps for an address nobody signed up with; the mail to it is then not sent.
        const { id, firstName } = (await findSignupByEmail(sql, email, services.clientsOf(call).network, now)) ?? {
          id: randomUUID(),
          firstName: '',
        }
        await renewSignup(sql, id, digestOf(services.links.make('signup', id)), daysAfter(now, 1))
        const again = marketEvent('addressToConfirm', randomUUID(), { address: email }, { signup: id, firstName })
        await notify(sql, now, [again])
      })
      return CHECK_MAIL
    },
  }),
)

/** Changes nothing: mail scanners and previews open every link, and nobody has read the mail then. */
export const followConfirmation = throttled(
  'link',
  openOperation({
    route: 'GET /auth/email-verification/{URL}',
    summary: 'Follow the link of the confirmation mail: leads to the page with the button that confirms',
    signIn: 'none',
    params: { URL: LinkToken },
    status: 302,
    reply: Type.Object({ location: Type.String(), ...WhoSignedUp }),
    async run({ params }, { sql, services, now }) {
      const found = await findSignup(sql, digestOf(params.URL), now)
      if (!found) throw tooOld()
      const location = `${services.origin}/market/confirm/${encodeURIComponent(params.URL)}`
      return answer({ location, ...found }, { status: 302, headers: { location } })
    },
  }),
)

export const confirmEmail = throttled(
  'link',
  openOperation({
    route: 'POST /auth/email-verification',
    summary: 'Confirm the address with the token of the confirmation mail: stores the account',
    signIn: 'none',
    transaction: 'none',
    body: { token: LinkToken },
    reply: Message,
    async run({ body }, market) {
      const { services, now } = market
      const id = await services.database.write(async sql => {
        const account = await confirmSignup(sql, digestOf(body.token), now)
        if (!account) throw tooOld()
        const { id, firstName } = account
        await notify(sql, now, [marketEvent('signedUp', id, { account: id }, { firstName })])
        return id
      })
      await rememberClient(market, id)
      return { message: 'Your address is confirmed. Log in with your password.' }
    },
  }),
)

function tooOld() {
  return failure('gone', 'This link was used already or is too old; log in, or sign up again')
}

export const universities = openOperation({
  route: 'GET /auth/universities',
  summary: 'Universities and mail domains that may sign up',
  signIn: 'none',
  reply: Type.Object({
    anyEdu: Type.Boolean(),
    universities: Type.Array(Type.Object({ name: Type.String(), domains: Type.Array(Type.String()) })),
  }),
  async run(_, { sql }) {
    const { anyEdu, universities } = await readSettings(sql)
    return { anyEdu, universities }
  },
})
