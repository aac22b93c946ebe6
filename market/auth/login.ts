import { checkAgainstNothing, checkPassword } from '@portico/kit/access/password'
import { failure } from '@portico/kit/api/failure'
import Type from 'typebox'
import { openOperation } from '../api/operation.ts'
import { rememberClient } from '../api/rememberClient.ts'
import { throttled } from '../api/throttled.ts'
import { normalAddress } from './rules.ts'
import { Email, Password } from './schemas.ts'
import { findCredentials } from './store.ts'

export const login = throttled(
  'password',
  openOperation({
    route: 'POST /auth/login',
    summary: 'Log in with e-mail address and password; gives a token for 30 days',
    signIn: 'none',
    transaction: 'none',
    body: { emailAddress: Email, password: Password },
    reply: Type.Object({ token: Type.String() }),
    async run({ body }, market) {
      const { sql, services, now } = market
      const email = normalAddress(body.emailAddress)
      const found = await findCredentials(sql, email)
      const good = found
        ? await checkPassword(found.passwordHash, body.password)
        : await checkAgainstNothing(body.password)
      if (!found || !good) throw refused()
      // Said only to somebody who knows the password, so it tells a stranger nothing.
      if (found.suspended) throw failure('forbidden', 'This account is suspended; write to the staff of the market')
      const { id, permissionType, epoch } = found
      await rememberClient(market, id)
      return { token: await services.tokens.sign({ accountId: id, permissionType, epoch }, now) }
    },
  }),
)

function refused() {
  return failure('unauthenticated', 'Wrong e-mail address or password, or the address is not confirmed yet')
}
