import { Id, nullable, optional } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { requireRight } from '../../../base/access/mayDo.ts'
import { app } from '../../../base/api/operation.ts'
import { listTokens } from '../store.ts'
import { createToken, endToken, regeneratePersonalToken } from '../write.ts'

const Token = Type.Object({
  id: Type.Integer(),
  user_id: Type.Integer(),
  name: Type.String(),
  digest: Type.String({ description: 'The first characters of its SHA-256, to know it by' }),
  scopes: nullable(Type.Array(Type.String())),
  read_only: Type.Boolean(),
  is_personal: Type.Boolean(),
  add_time: Type.String(),
  expires_time: nullable(Type.String()),
  last_used_time: nullable(Type.String()),
})

export type Token = Static<typeof Token>

const MadeToken = Type.Object({
  id: Type.Integer(),
  token: Type.String({ description: 'Shown this once' }),
})

const getTokens = app({
  route: 'GET /tokens',
  summary: 'Get the API tokens of the calling user; admins of the account may ask for those of everybody',
  query: { everyone: optional(Type.Boolean()) },
  reply: Type.Array(Token),
  async run({ query }, crm) {
    if (query.everyone) requireRight(crm, 'account_admin')
    return listTokens(crm.sql, crm.actor.companyId, query.everyone ? undefined : crm.actor.userId)
  },
})

const addToken = app({
  route: 'POST /tokens',
  summary: 'Make an API token for the calling user; it is shown this once',
  body: {
    name: Type.String({ minLength: 1, maxLength: 255 }),
    scopes: optional(nullable(Type.Array(Type.String({ maxLength: 50 }), { minItems: 1, maxItems: 50 }))),
    read_only: optional(Type.Boolean()),
    expires_time: optional(nullable(Type.String({ maxLength: 40 }))),
  },
  reply: MadeToken,
  cost: 10,
  status: 201,
  run: ({ body }, crm) => createToken(crm, body),
})

const replacePersonalToken = app({
  route: 'POST /tokens/personal',
  summary: 'Make a new personal API token for the calling user; the former one ends',
  reply: MadeToken,
  cost: 10,
  status: 201,
  run: (_, crm) => regeneratePersonalToken(crm),
})

const deleteToken = app({
  route: 'DELETE /tokens/{id}',
  summary: 'Revoke an API token; admins of the account revoke those of others too',
  params: { id: Id },
  reply: Type.Object({ id: Type.Integer() }),
  cost: 6,
  async run({ params: { id } }, crm) {
    await endToken(crm, id)
    return { id }
  },
})

export const apiTokensOfCaller = [getTokens, addToken, replacePersonalToken, deleteToken]
