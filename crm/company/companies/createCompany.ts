import type { Sql } from '@portico/kit/database/sql'
import { logFirstRecords } from '../../base/changes/firstLinesStore.ts'
import { addFirstLeadLabels } from '../../sales/leadLabels/firstLabelStore.ts'
import { addFirstActivityTypes } from '../../work/activityTypes/firstTypeStore.ts'
import { addFirstBoard } from '../../work/projectBoards/firstBoardStore.ts'
import { addSystemFields } from '../fields/systemFieldsStore.ts'
import { addFirstSets } from '../permissionSets/firstSetsStore.ts'
import { insertToken } from '../tokens/store.ts'
import { addUsers } from '../users/addUsersStore.ts'
import { addCurrencies, addFirstPipeline, insertCompany, markCreator } from './store.ts'

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

/** A company as it is on its first day: one group, its owner, currencies, a pipeline for deals and a board for projects. */
export async function createCompany(sql: Sql, company: NewCompany): Promise<{ companyId: number; ownerId: number }> {
  const { name, domain, currency = 'USD' } = company
  const companyId = await insertCompany(sql, { name, domain, currency })
  await addFirstSets(sql, companyId)
  const ownerId = await addOwner(sql, companyId, company.owner)
  await addCurrencies(sql, companyId)
  await addFirstPipeline(sql, companyId)
  await addSystemFields(sql, companyId)
  await addFirstActivityTypes(sql, companyId)
  await addFirstLeadLabels(sql, companyId)
  await logFirstRecords(sql, companyId)
  await addFirstBoard(sql, companyId)
  return { companyId, ownerId }
}

async function addOwner(sql: Sql, companyId: number, owner: NewCompany['owner']): Promise<number> {
  const { name, email, passwordHash, apiToken } = owner
  const [ownerId = 0] = await addUsers(sql, companyId, [{ name, email, passwordHash, isAdmin: true }])
  await markCreator(sql, companyId, ownerId)
  if (apiToken !== undefined)
    await insertToken(sql, { companyId, userId: ownerId, name: 'first', isPersonal: true }, apiToken)
  return ownerId
}
