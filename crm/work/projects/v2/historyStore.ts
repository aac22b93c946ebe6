import type { Crm } from '../../../base/api/context.ts'
import { eachField } from '../../../base/changes/fieldChanges.ts'
import { rowLimit } from '../../../base/lists/limit.ts'

/** One change of a project: the fields it touched, with the values they had and got. */
export interface ProjectChange {
  seq: number
  actor_id: number | null
  at: Date
  source: string
  user_agent: string | null
  old_values: Record<string, unknown>
  new_values: Record<string, unknown>
}

/** Changes of a project before a place in the log, newest first. Callers know a deletion as a status. */
export async function selectProjectChanges(
  { sql, actor }: Crm,
  id: number,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<ProjectChange[]> {
  const status = (record: 'before' | 'after') => sql`case when c.before ? 'is_deleted' then
    jsonb_build_object('status', case when (c.${sql(record)} ->> 'is_deleted')::boolean then 'deleted'
      else coalesce(c.${sql(record)} ->> 'status', c.after ->> 'status') end) else '{}' end`
  return sql<ProjectChange[]>`
    select c.seq, c.actor_id, c.at, c.source, c.user_agent,
      jsonb_object_agg(item.key, item.old) || ${status('before')} as old_values,
      jsonb_object_agg(item.key, item.new) || ${status('after')} as new_values
    from crm.change c ${eachField}
    where c.company_id = ${actor.companyId} and c.entity = 'project' and c.entity_id = ${String(id)}
      ${before ? sql`and c.seq < ${before}` : sql``}
    group by c.company_id, c.seq order by c.seq desc limit ${rowLimit(limit)}`
}
