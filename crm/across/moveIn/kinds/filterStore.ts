import type { Author } from '../../../base/changes/author.ts'

/** The field that a condition asks for, by its key. */
export async function findFilterField({ sql, actor }: Author, object: string, code: string) {
  const [found] = await sql<{ id: number; key: string; type: string }[]>`
    select id, key, type from crm.field
    where company_id = ${actor.companyId} and key = ${code} and deleted_time is null
      and (entity = ${object} or (${object} = 'lead' and entity = 'deal' and is_custom))
    order by entity = ${object} desc limit 1`
  return found
}
