import { oneOf } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { AUDITED } from '../../../base/access/auditStore.ts'
import { APPS, RIGHT_NAMES, RIGHTS } from '../../../base/access/rights.ts'
import { SCOPES } from '../../../base/access/scopes.ts'
import { app } from '../../../base/api/operation.ts'

const AccessTerms = Type.Object({
  rights: Type.Array(Type.Object({ name: Type.String(), app: oneOf(APPS), says: Type.String() })),
  scopes: Type.Array(Type.Object({ name: Type.String(), says: Type.String() })),
  audited: Type.Array(Type.String(), { description: 'What the audit log tells of' }),
})
export type AccessTerms = Static<typeof AccessTerms>

const getAccessTerms = app({
  route: 'GET /accessTerms',
  summary: 'Get all rights and scopes there are, with what they mean, and what is audited',
  reply: AccessTerms,
  run: async () => ({
    rights: RIGHT_NAMES.map(name => ({ name, app: RIGHTS[name].app, says: RIGHTS[name].says })),
    scopes: Object.entries(SCOPES).map(([name, says]) => ({ name, says })),
    audited: Object.keys(AUDITED),
  }),
})

export const accessTerms = [getAccessTerms]
