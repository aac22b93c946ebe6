import { failure } from '@portico/kit/api/failure'
import Type from 'typebox'
import { v1 } from '../../../base/api/operation.ts'
import { signInRefused } from '../../signIn/refusals.ts'
import { checkSignIn } from '../../signIn/signInWithPassword.ts'
import { holdPassword } from '../../signIn/store.ts'
import { tokenForPassword } from '../tokenForPassword.ts'
import { listAuthorized } from './authorizationStore.ts'

const Authorization = Type.Object({
  user_id: Type.Integer(),
  company_id: Type.Integer(),
  api_token: Type.String(),
  add_time: Type.String(),
  company: Type.Object({
    info: Type.Object({ id: Type.Integer(), name: Type.String(), domain: Type.String() }),
  }),
})

const postAuthorizations = v1({
  route: 'POST /authorizations',
  summary: 'Get an API token for each company of a person, for an e-mail address and a password',
  description: `For older programs, which ask for both instead of a token. Asked again it answers the same tokens, until
they are revoked: they are listed among the person's tokens. Refused with 403 where a second factor is needed; make a token
at /app/account there.`,
  signIn: 'none',
  deprecated: true,
  cost: 10,
  // A wrong password is counted and written down although the answer is a refusal.
  transaction: 'none',
  body: { email: Type.String({ maxLength: 320 }), password: Type.String({ maxLength: 1000 }) },
  reply: Type.Array(Authorization),
  async run({ body }, { services, call }) {
    call.headers.set('cache-control', 'no-store')
    const account = await checkSignIn(services, call, body)
    if (account.asksForCode) throw needsSecondFactor()
    return services.database.write(async sql => {
      if (!(await holdPassword(sql, account.id, account.passwordTime))) throw signInRefused()
      const companies = await listAuthorized(sql, account.id)
      const open = companies.filter(company => !company.demandsSecondFactor)
      if (open.length === 0) throw needsSecondFactor()
      const authorized = []
      for (const { id, name, domain, userId } of open) {
        const { token, addTime } = await tokenForPassword(sql, services, call, { companyId: id, userId })
        const company = { info: { id, name, domain } }
        authorized.push({ user_id: userId, company_id: id, api_token: token, add_time: addTime, company })
      }
      return authorized
    })
  },
})

function needsSecondFactor() {
  return failure(
    'forbidden',
    'A password alone is not enough here, because a second factor is needed: make an API token at /app/account and send it in the header x-api-token',
  )
}

export const authorizations = [postAuthorizations]
