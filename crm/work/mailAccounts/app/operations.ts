import { failure } from '@portico/kit/api/failure'
import { Id, nullable, optional } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { requireRight } from '../../../base/access/mayDo.ts'
import type { Crm } from '../../../base/api/context.ts'
import { app } from '../../../base/api/operation.ts'
import { LIMITS } from '../../../base/limits/atRest.ts'
import { type ListedAccount, listAccounts } from '../store.ts'
import { addAccount, changeAccount, readNow, removeAccount } from '../write.ts'

const Security = Type.Union([Type.Literal('tls'), Type.Literal('starttls'), Type.Literal('none')])
const State = Type.Union([
  Type.Literal('off'),
  Type.Literal('waiting'),
  Type.Literal('reading'),
  Type.Literal('read'),
  Type.Literal('failed'),
])

const MailAccount = Type.Object({
  id: Type.Integer(),
  user_id: Type.Integer(),
  email: Type.String(),
  host: Type.String(),
  port: Type.Integer(),
  security: Security,
  username: Type.String(),
  active: Type.Boolean(),
  state: State,
  read_from: Type.String({ description: 'Messages that came to the server before are left there' }),
  last_read_time: nullable(Type.String({ description: 'When it was read to its end' })),
  last_error: nullable(Type.String({ description: 'Why it could not be read since' })),
  last_error_time: nullable(Type.String()),
  next_read_time: nullable(Type.String()),
  skipped_count: Type.Integer({ description: 'Messages that could not be kept; the log of the server names them' }),
  folders: Type.Array(
    Type.Object({
      path: Type.String(),
      folder: Type.Union([Type.Literal('inbox'), Type.Literal('sent')]),
      last_uid: Type.Integer(),
    }),
  ),
})
export type MailAccount = Static<typeof MailAccount>

const Line = Type.String({ minLength: 1, maxLength: LIMITS.lineCharacters })
const Port = Type.Integer({ minimum: 1, maximum: 65_535 })
const Password = Type.String({ minLength: 1, maxLength: 1000 })

const getMailAccounts = app({
  route: 'GET /mailAccounts',
  summary: 'Get the IMAP accounts of the calling user; admins of the account may ask for those of everybody',
  query: { everyone: optional(Type.Boolean()) },
  reply: Type.Array(MailAccount),
  async run({ query }, crm) {
    if (query.everyone) requireRight(crm, 'account_admin')
    return listAccounts(crm.sql, crm.actor.companyId, query.everyone ? {} : { userId: crm.actor.userId })
  },
})

const addMailAccount = app({
  route: 'POST /mailAccounts',
  summary: 'Have an IMAP account of the calling user read on a schedule',
  body: {
    email: Line,
    host: Line,
    port: optional(Port),
    security: optional(Security),
    username: optional(Line),
    password: Password,
    read_from: optional(Type.String({ maxLength: 40 })),
  },
  reply: MailAccount,
  cost: 10,
  status: 201,
  run: async ({ body }, crm) => oneAccount(crm, await addAccount(crm, body)),
})

const updateMailAccount = app({
  route: 'PATCH /mailAccounts/{id}',
  summary: 'Change an IMAP account of the calling user, or switch it off or on',
  params: { id: Id },
  body: {
    host: optional(Line),
    port: optional(Port),
    security: optional(Security),
    username: optional(Line),
    password: optional(Password),
    active: optional(Type.Boolean()),
  },
  reply: MailAccount,
  cost: 5,
  async run({ params: { id }, body }, crm) {
    await changeAccount(crm, id, body)
    return oneAccount(crm, id)
  },
})

const deleteMailAccount = app({
  route: 'DELETE /mailAccounts/{id}',
  summary: 'Stop reading an IMAP account; its messages stay. Admins of the account may do so for others',
  params: { id: Id },
  reply: Type.Object({ id: Type.Integer() }),
  cost: 6,
  async run({ params: { id } }, crm) {
    await removeAccount(crm, id)
    return { id }
  },
})

const readMailAccount = app({
  route: 'POST /mailAccounts/{id}/read',
  summary: 'Have an IMAP account of the calling user read now',
  params: { id: Id },
  reply: MailAccount,
  cost: 10,
  status: 202,
  async run({ params: { id } }, crm) {
    await readNow(crm, id)
    return oneAccount(crm, id)
  },
})

async function oneAccount({ sql, actor }: Crm, id: number): Promise<ListedAccount> {
  const [account] = await listAccounts(sql, actor.companyId, { userId: actor.userId, id })
  if (!account) throw failure('missing', 'Mail account not found')
  return account
}

export const mailAccounts = [getMailAccounts, addMailAccount, updateMailAccount, deleteMailAccount, readMailAccount]
