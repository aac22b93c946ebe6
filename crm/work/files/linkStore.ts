import type { Crm } from '../../base/api/context.ts'
import { type HANGS_ON, maySeeRecord } from './visibility.ts'

/**
 * Whether a record that a file may hang on is there for the caller. It is locked against the purge; a share lock lets
 * other uploads to it go on.
 */
export async function holdRecord(
  { sql, actor }: Crm,
  table: (typeof HANGS_ON)[number][1],
  id: number | string,
): Promise<boolean> {
  const [there] = await sql`
    select from crm.${sql(table)} r where r.company_id = ${actor.companyId} and r.id = ${id} and not r.is_deleted
      and ${maySeeRecord(actor, table, 'r')} for key share of r`
  return there !== undefined
}
