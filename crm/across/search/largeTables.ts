import type { Crm, CrmServices } from '../../base/api/context.ts'
import { isLargeTable } from './wordStore.ts'

/** Whether one of these tables of words is large in the caller's company. Companies grow slowly: it is remembered for a while. */
export async function areLarge(crm: Crm, tables: readonly string[]): Promise<boolean> {
  for (const table of new Set(tables)) if (await isLarge(crm, table)) return true
  return false
}

interface Known {
  isLarge: boolean
  until: number
}

const REMEMBERED_MS = 600_000
const MOST_REMEMBERED = 10_000
const known = new WeakMap<CrmServices, Map<string, Known>>()

async function isLarge(crm: Crm, table: string): Promise<boolean> {
  const tables = known.get(crm.services) ?? new Map<string, Known>()
  known.set(crm.services, tables)
  const name = `${crm.actor.companyId} ${table}`
  const remembered = tables.get(name)
  if (remembered && remembered.until > Date.now()) return remembered.isLarge
  if (tables.size >= MOST_REMEMBERED) tables.clear()
  const found = await isLargeTable(crm, table)
  tables.set(name, { isLarge: found, until: Date.now() + REMEMBERED_MS })
  return found
}
