import { Id, optional, Uuid } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import type { Crm } from '../../base/api/context.ts'
import { doesNotExist } from '../../base/records/doesNotExist.ts'
import { holdRecord } from './linkStore.ts'
import { HANGS_ON } from './visibility.ts'

/** The records a new file hangs on. */
export const linkFields = {
  deal_id: optional(Id),
  person_id: optional(Id),
  org_id: optional(Id),
  product_id: optional(Id),
  activity_id: optional(Id),
  lead_id: optional(Uuid),
  project_id: optional(Id),
}

export const FileLinks = Type.Object(linkFields)
export type FileLinks = Static<typeof FileLinks>

/** Refuses a record that is not there or that the caller may not see; `field` is its name for the caller. */
export async function checkFileLinks(crm: Crm, links: FileLinks, field?: string): Promise<void> {
  for (const [column, table] of HANGS_ON) {
    const id = links[column]
    if (id === undefined) continue
    if (!(await holdRecord(crm, table, id))) throw doesNotExist(field ?? column, id)
  }
}
