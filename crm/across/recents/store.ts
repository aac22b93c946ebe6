import type { Crm } from '../../base/api/context.ts'
import { rowWindow } from '../../base/lists/limit.ts'

/** A line of the change log, as recents reads it. */
export interface LoggedChange {
  /** In whole seconds, as v1 writes it. */
  time: string
  entity: string
  entity_id: string
  action: string
  /** Whether no later line, among those that are settled, is about the same record. */
  latest: boolean
}

interface LogWindow {
  /** A time, included; and one that is not. */
  since: Date
  until: string
  entities: readonly string[]
}

/** Lines of the log in the order of their times. New ones come behind them, never between. */
export async function selectChanges(
  { sql, actor }: Crm,
  { since, until, entities }: LogWindow,
  { start, limit }: { start: number; limit: number },
): Promise<LoggedChange[]> {
  return sql<LoggedChange[]>`
    select crm.time_v1(c.at) as time, c.entity, c.entity_id, c.action,
      not exists (select from crm.change l
        where l.company_id = c.company_id and l.entity = c.entity and l.entity_id = c.entity_id and l.seq > c.seq
          and l.at < ${until}::text::timestamptz) as latest
    from (
      select c.company_id, c.seq, c.at, c.entity, c.entity_id, c.action from crm.change c
      where c.company_id = ${actor.companyId} and c.at >= ${since} and c.at < ${until}::text::timestamptz
        and c.entity = any(${entities}::text[])
      order by c.at, c.seq ${rowWindow(start, limit)}
    ) c
    order by c.at, c.seq`
}
