import { oneOf } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'

const Company = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  domain: Type.String(),
  user_id: Type.Integer(),
})

/** Who is signed in, and what they may do. */
export const Session = Type.Object({
  user: Type.Object({ id: Type.Integer(), name: Type.String(), email: Type.String() }),
  company_id: Type.Integer(),
  companies: Type.Array(Company),
  is_admin: Type.Boolean(),
  is_account_admin: Type.Boolean(),
  is_projects_admin: Type.Boolean(),
  rights: Type.Array(Type.String()),
  mail: oneOf(['sent', 'files', 'none'], {
    description: 'What becomes of mail: it is sent, written to files on the server, or kept and not sent',
  }),
  second_factor: Type.Object({
    is_on: Type.Boolean(),
    /** This session was begun with a code or a passkey. */
    is_shown: Type.Boolean(),
    /** Nothing else opens until it is set up. */
    is_missing: Type.Boolean(),
  }),
})
export type Session = Static<typeof Session>
