import { failure } from '@portico/kit/api/failure'
import { NameText, optional } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { auditCall } from '../../../base/access/auditStore.ts'
import type { Crm } from '../../../base/api/context.ts'
import { app } from '../../../base/api/operation.ts'
import { CurrencyCode } from '../../../base/limits/atRest.ts'
import { timeV2 } from '../../../base/records/time.ts'
import { findOwnCompany, findUsage, isCurrency, storeCurrency, storeName } from './store.ts'

const Company = Type.Object({
  name: Type.String(),
  domain: Type.String(),
  default_currency: Type.String(),
  plan: Type.String(),
  add_time: Type.String(),
})
export type Company = Static<typeof Company>

const getCompany = app({
  route: 'GET /company',
  summary: 'Get what is set up for the whole company',
  rights: ['account_admin'],
  reply: Company,
  run: (_, crm) => ownCompany(crm),
})

const putCompany = app({
  route: 'PUT /company',
  summary: 'Rename the company, or give it another currency; rates that it gave are restated in that',
  rights: ['account_admin'],
  body: { name: optional(NameText), default_currency: optional(CurrencyCode) },
  reply: Company,
  cost: 5,
  async run({ body: { name, default_currency } }, crm) {
    const before = await findOwnCompany(crm, { lock: true })
    if (!before) throw failure('missing', 'Company not found')
    if (default_currency !== undefined && default_currency !== before.default_currency) {
      if (!(await isCurrency(crm, default_currency)))
        throw failure('invalid', `default_currency ${default_currency} does not exist`, { field: 'default_currency' })
      await storeCurrency(crm, before.default_currency, default_currency)
    }
    if (name !== undefined) await storeName(crm, name)
    const after = await ownCompany(crm)
    await auditCall(crm, 'company_changed', crm.actor.companyId, {
      before: { name: before.name, default_currency: before.default_currency },
      after: { name: after.name, default_currency: after.default_currency },
    })
    return after
  },
})

const Count = Type.Integer()
const Usage = Type.Object({
  users: Count,
  deals: Count,
  leads: Count,
  persons: Count,
  organizations: Count,
  products: Count,
  activities: Count,
  files: Count,
  file_bytes: Type.Number(),
  tokens_today: Type.Integer({ description: 'What calls of the API have cost today' }),
  tokens_a_day: Type.Integer(),
})
export type Usage = Static<typeof Usage>

const getUsage = app({
  route: 'GET /usage',
  summary: 'Get how much the company holds, and what its calls have cost today',
  rights: ['account_admin'],
  reply: Usage,
  cost: 40,
  run: (_, crm) => findUsage(crm),
})

async function ownCompany(crm: Crm): Promise<Company> {
  const company = await findOwnCompany(crm)
  if (!company) throw failure('missing', 'Company not found')
  return { ...company, add_time: timeV2(company.add_time) }
}

export const ownCompanyOperations = [getCompany, putCompany, getUsage]
