import { randomUUID } from 'node:crypto'
import { failure } from '@portico/kit/failure'
import { checkPasswordRule, hashPassword } from '@portico/kit/password'
import Type from 'typebox'
import { openOperation } from '../api/operation.ts'
import { redirect } from '../api/redirect.ts'
import { daysAfter } from '../days.ts'
import { news, tell } from '../notices/tell.ts'
import { digestOf } from './links.ts'
import { checkForm, normalAddress } from './rules.ts'
import { Email, LinkToken, Message, Password } from './schemas.ts'
import { findReset, setPassword, storeReset, takeReset } from './store.ts'

export const requestPasswordReset = openOperation({
  route: 'POST /auth/passwordResetRequest',
  summary: 'Ask for a link to set a new password',
  signIn: 'none',
  transaction: 'none',
  body: { emailAddress: Email },
  reply: Message,
  async run({ body }, { house, call, now }) {
    const email = normalAddress(body.emailAddress)
    checkForm(email)
    await house.throttle.guess(call, 'mail', email)
    await house.database.write(async sql => {
      // The same steps for an address without an account, so that the time of the answer tells nothing either.
      const id = randomUUID()
      const digest = digestOf(house.links.make('reset', id))
      await storeReset(sql, id, email, digest, daysAfter(now, 1))
      await tell(sql, now, [news('resetAsked', id, { address: email }, { reset: id })])
    })
    return { message: 'If there is an account for this address, a link to set a new password is on its way.' }
  },
})

export const followPasswordReset = openOperation({
  route: 'GET /auth/passwordReset/{token}',
  summary: 'Follow the link of the reset mail: leads to the page that asks for the new password',
  signIn: 'none',
  params: { token: LinkToken },
  status: 302,
  reply: Type.Object({ location: Type.String() }),
  async run({ params }, { sql, house, call, now }) {
    await house.throttle.guess(call, 'link')
    if (!(await findReset(sql, digestOf(params.token), now))) throw tooOld()
    return redirect(`${house.origin}/market/reset-password/${encodeURIComponent(params.token)}`)
  },
})

export const resetPassword = openOperation({
  route: 'POST /auth/passwordReset',
  summary: 'Set a new password with the token of the reset mail; ends every session',
  signIn: 'none',
  transaction: 'none',
  body: { token: LinkToken, password: Password },
  reply: Message,
  async run({ body }, { sql, house, call, now }) {
    await house.throttle.guess(call, 'link')
    checkPasswordRule(body.password)
    const digest = digestOf(body.token)
    if (!(await findReset(sql, digest, now))) throw tooOld()
    const hash = await hashPassword(body.password)
    await house.database.write(async sql => {
      const reset = await takeReset(sql, digest, now)
      if (!reset) throw tooOld()
      const changed = await setPassword(sql, reset.accountId, hash)
      const to = { account: reset.accountId }
      if (changed) await tell(sql, now, [news('passwordChanged', `${to.account} ${changed.epoch}`, to, {})])
    })
    return { message: 'The new password is set. Log in with it.' }
  },
})

function tooOld() {
  return failure('gone', 'This link was used already or is too old; ask for a new one')
}
