import { checkPassword, checkPasswordRule, hashPassword } from '@portico/kit/access/password'
import { failure } from '@portico/kit/api/failure'
import { optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { operation } from '../api/operation.ts'
import { rememberClient } from '../api/rememberClient.ts'
import { throttled } from '../api/throttled.ts'
import { line } from '../books/rules.ts'
import { marketEvent, notify } from '../notices/notify.ts'
import { changeProfile } from './profileStore.ts'
import { normalPaymentName } from './rules.ts'
import { Message, Password, text } from './schemas.ts'
import { findCredentialsById, setPassword } from './store.ts'

export const updateProfile = operation({
  route: 'POST /auth/updateProfile',
  summary: 'Change name, payment name, mailbox, or whether matches are told by mail',
  body: {
    firstName: optional(text(80)),
    lastName: optional(text(80)),
    venmoUsername: optional(text(80)),
    CMC: optional(text(40)),
    CMCBox: optional(text(40)),
    matchMail: optional(Type.Boolean()),
  },
  reply: Message,
  async run({ body }, { sql, user }) {
    await changeProfile(sql, user.id, {
      firstName: changed(body.firstName, 'firstName'),
      lastName: changed(body.lastName, 'lastName'),
      paymentName: body.venmoUsername === undefined ? null : normalPaymentName(body.venmoUsername),
      mailbox: changed(body.CMC ?? body.CMCBox, 'CMC'),
      matchMail: body.matchMail ?? null,
    })
    return { message: 'Your profile is saved.' }
  },
})

export const updatePassword = throttled(
  'password',
  operation({
    route: 'POST /auth/updatePassword',
    summary: 'Change the password; ends every other session and gives a new token',
    transaction: 'none',
    body: { password: Password, newPassword: Password },
    reply: Type.Object({ message: Type.String(), token: Type.String() }),
    async run({ body }, market) {
      const { sql, user, services, now } = market
      checkPasswordRule(body.newPassword, 'newPassword')
      await requirePassword(await findCredentialsById(sql, user.id), body.password)
      const hash = await hashPassword(body.newPassword)
      const changed = await services.database.write(async sql => {
        const changed = await setPassword(sql, user.id, hash)
        if (!changed) throw failure('missing', 'This account is gone')
        await notify(sql, now, [
          marketEvent('passwordChanged', `${user.id} ${changed.epoch}`, { account: user.id }, {}),
        ])
        return changed
      })
      await rememberClient(market, user.id)
      const token = await services.tokens.sign({ accountId: user.id, ...changed }, now)
      return { message: 'The new password is set; other sessions are ended.', token }
    },
  }),
)

function changed(text: string | undefined, field: string): string | null {
  return text === undefined ? null : line(text, field)
}

/** For what only the person at the keyboard may do, not everyone who holds the token. */
export async function requirePassword(found: { passwordHash: string } | undefined, password: string): Promise<void> {
  if (!found || !(await checkPassword(found.passwordHash, password)))
    throw failure('unauthenticated', 'The current password is wrong', { field: 'password' })
}
