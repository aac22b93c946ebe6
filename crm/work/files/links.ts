import { Id, optional, Uuid } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import type { Crm } from '../../base/api/context.ts'
import { doesNotExist } from '../../base/records/doesNotExist.ts'
import { HANGS_ON, maySeeRecord } from './visibility.ts'

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
export async function checkFileLinks({ sql, actor }: Crm, links: FileLinks, field?: string): Promise<void> {
  if (links.project_id !== undefined) throw doesNotExist(field ?? 'project_id', links.project_id)
  for (const [column, table] of HANGS_ON) {
    const id = links[column]
    if (id === undefined) continue
    // Locked against the purge; a share lock lets other uploads to the record go on.
    const [there] = await sql`
      select from crm.${sql(table)} r where r.company_id = ${actor.companyId} and r.id = ${id} and not r.is_deleted
        and ${maySeeRecord(actor, table, 'r')} for key share of r`
    if (!there) throw doesNotExist(field ?? column, id)
  }
}
