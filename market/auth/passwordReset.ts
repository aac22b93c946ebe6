import { randomUUID } from 'node:crypto'
import { failure } from '@portico/kit/failure'
import { checkPasswordRule, hashPassword } from '@portico/kit/password'
import Type from 'typebox'
import { openOperation } from '../api/operation.ts'
import { redirect } from '../api/redirect.ts'
import { news, tell } from '../notices/tell.ts'
import { digestOf } from './links.ts'
import { normalAddress } from './rules.ts'
import { Email, LinkToken, Message, Password } from './schemas.ts'
import { findCredentials, findReset, setPassword, storeReset, takeReset } from './store.ts'

const DAY = 86_400_000

export const requestPasswordReset = openOperation({
  route: 'POST /auth/passwordResetRequest',
  summary: 'Ask for a link to set a new password',
  signIn: 'none',
  body: { emailAddress: Email },
  reply: Message,
  async run({ body }, { sql, house, call, now }) {
    const email = normalAddress(body.emailAddress)
    house.throttle.guess(call, 'mail', email)
    const found = await findCredentials(sql, email)
    if (found && !found.suspended) {
      const id = randomUUID()
      const expires = new Date(now.getTime() + DAY)
      await storeReset(sql, id, found.id, digestOf(house.links.make('reset', id)), expires)
      await tell(sql, now, [news('resetAsked', id, { account: found.id }, { reset: id })])
    }
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
    house.throttle.guess(call, 'link', '')
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
    house.throttle.guess(call, 'link', '')
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
