import type { Sql } from '@portico/kit/database/sql'
import { digestOf } from '../../base/access/apiToken.ts'
import { addFirstLeadLabels } from '../../sales/leadLabels/firstLabelStore.ts'
import { addFirstActivityTypes } from '../../work/activityTypes/firstTypeStore.ts'
import { isoCurrencies } from '../currencies/isoCurrencies.ts'
import { addSystemFields } from '../fields/addSystemFields.ts'
import { addFirstSets } from '../permissionSets/firstSets.ts'
import { addUsers } from '../users/addUsers.ts'

export interface NewCompany {
  name: string
  /** Short name of the company in addresses, unique on this server. */
  domain: string
  currency?: string
  owner: {
    name: string
    email: string
    /** Absent: the owner has an account on this server already, or is invited. */
    passwordHash?: string | undefined
    apiToken?: string | undefined
  }
}

/** A company as it is on its first day: one group, its owner, currencies, and a pipeline to drag deals through. */
export async function createCompany(sql: Sql, company: NewCompany): Promise<{ companyId: number; ownerId: number }> {
  const currency = company.currency ?? 'USD'
  const [made] = await sql<{ company_id: number }[]>`
    with company as (
      insert into crm.company (name, domain, default_currency) values (${company.name}, ${company.domain}, ${currency}) returning id
    ), role as (
      insert into crm.role (company_id, name) select id, '(Unassigned users)' from company returning company_id, id
    )
    select company_id from role`
  if (!made) throw new Error('creating a company returned nothing')
  const companyId = made.company_id
  await addFirstSets(sql, companyId)
  const ownerId = await addOwner(sql, companyId, company.owner)
  await addCurrencies(sql, companyId)
  await addFirstPipeline(sql, companyId)
  await addSystemFields(sql, companyId)
  await addFirstActivityTypes(sql, companyId)
  await addFirstLeadLabels(sql, companyId)
  return { companyId, ownerId }
}

async function addOwner(sql: Sql, companyId: number, owner: NewCompany['owner']): Promise<number> {
  const { name, email, passwordHash, apiToken } = owner
  const [ownerId = 0] = await addUsers(sql, companyId, [{ name, email, passwordHash, isAdmin: true }])
  await sql`update crm.app_user set has_created_company = true where company_id = ${companyId} and id = ${ownerId}`
  if (apiToken !== undefined)
    await sql`insert into crm.api_token (company_id, user_id, name, digest, is_personal)
      values (${companyId}, ${ownerId}, 'first', ${digestOf(apiToken)}, true)`
  return ownerId
}

async function addCurrencies(sql: Sql, companyId: number) {
  const rows = isoCurrencies().map(currency => ({ company_id: companyId, ...currency }))
  await sql`insert into crm.currency ${sql(rows)}`
}

const FIRST_STAGES = ['Qualified', 'Contact Made', 'Demo Scheduled', 'Proposal Made', 'Negotiations Started']

async function addFirstPipeline(sql: Sql, companyId: number) {
  await sql`
    with pipeline as (
      insert into crm.pipeline (company_id, name, order_nr, is_selected) values (${companyId}, 'Pipeline', 1, true) returning id
    )
    insert into crm.stage (company_id, pipeline_id, name, order_nr)
    select ${companyId}, pipeline.id, stage.name, stage.nr
    from pipeline, unnest(${FIRST_STAGES}::text[]) with ordinality stage (name, nr)`
}
