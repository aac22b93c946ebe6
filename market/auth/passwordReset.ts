import { randomUUID } from 'node:crypto'
import { digestOf } from '@portico/kit/access/links'
import { checkPasswordRule, hashPassword } from '@portico/kit/access/password'
import { failure } from '@portico/kit/api/failure'
import type { Sql } from '@portico/kit/database/sql'
import Type from 'typebox'
import type { MarketServices } from '../api/context.ts'
import { openOperation } from '../api/operation.ts'
import { redirect } from '../api/redirect.ts'
import { rememberClient } from '../api/rememberClient.ts'
import { throttled } from '../api/throttled.ts'
import { daysAfter, hoursBefore } from '../days.ts'
import { marketEvent, notify } from '../notices/notify.ts'
import { checkForm, normalAddress } from './rules.ts'
import { Email, LinkToken, Message, Password } from './schemas.ts'
import { findRecentReset, findReset, setPassword, storeReset, takeReset } from './store.ts'

export const requestPasswordReset = throttled(
  'mail',
  openOperation({
    route: 'POST /auth/passwordResetRequest',
    summary: 'Ask for a link to set a new password',
    signIn: 'none',
    transaction: 'none',
    body: { emailAddress: Email },
    reply: Message,
    async run({ body }, { services, now, mayMail }) {
      const email = normalAddress(body.emailAddress)
      checkForm(email)
      if (mayMail !== false) await services.database.write(sql => mailLink(sql, services, email, now))
      return { message: 'If there is an account for this address, a link to set a new password is on its way.' }
    },
  }),
)

/**
 * The same steps for an address without an account, so that the time of the answer tells nothing either. Asking again
 * within the hour sends the same link; a later one is a second link beside it. So nobody makes a link useless that its
 * owner has in the mail.
 */
async function mailLink(sql: Sql, services: MarketServices, email: string, now: Date): Promise<void> {
  const id = (await findRecentReset(sql, email, hoursBefore(now, 1))) ?? randomUUID()
  const digest = digestOf(services.links.make('reset', id))
  await storeReset(sql, { id, email, digest, now, expires: daysAfter(now, 1) })
  await notify(sql, now, [marketEvent('resetAsked', randomUUID(), { address: email }, { reset: id })])
}

export const followPasswordReset = throttled(
  'link',
  openOperation({
    route: 'GET /auth/passwordReset/{token}',
    summary: 'Follow the link of the reset mail: leads to the page that asks for the new password',
    signIn: 'none',
    params: { token: LinkToken },
    status: 302,
    reply: Type.Object({ location: Type.String() }),
    async run({ params }, { sql, services, now }) {
      if (!(await findReset(sql, digestOf(params.token), now))) throw tooOld()
      return redirect(`${services.origin}/market/reset-password/${encodeURIComponent(params.token)}`)
    },
  }),
)

export const resetPassword = throttled(
  'link',
  openOperation({
    route: 'POST /auth/passwordReset',
    summary: 'Set a new password with the token of the reset mail; ends every session',
    signIn: 'none',
    transaction: 'none',
    body: { token: LinkToken, password: Password },
    reply: Message,
    async run({ body }, market) {
      const { sql, services, now } = market
      checkPasswordRule(body.password)
      const digest = digestOf(body.token)
      if (!(await findReset(sql, digest, now))) throw tooOld()
      const hash = await hashPassword(body.password)
      const accountId = await services.database.write(async sql => {
        const reset = await takeReset(sql, digest, now)
        if (!reset) throw tooOld()
        const changed = await setPassword(sql, reset.accountId, hash)
        const to = { account: reset.accountId }
        if (changed) await notify(sql, now, [marketEvent('passwordChanged', `${to.account} ${changed.epoch}`, to, {})])
        return reset.accountId
      })
      await rememberClient(market, accountId)
      return { message: 'The new password is set. Log in with it.' }
    },
  }),
)

function tooOld() {
  return failure('gone', 'This link was used already or is too old; ask for a new one')
}
