import type { Sql } from '@portico/kit/database/sql'

/** A line of the log about a record that a webhook may be about. */
export interface LoggedLine {
  seq: number
  entity: string
  entity_id: string
  action: string
  /** The first line that the same request has written about the record; the line itself when it is the only one. */
  first_seq: number
  first_action: string
  /** The same request has written a later one: that one tells of both. */
  is_superseded: boolean
  /** The log still has the record. */
  is_kept: boolean
}

/** Lines of one request are closer to each other than this, or count as several changes. */
const CLOSEST = 100_000

/**
 * The next lines of the log, in its order. Lines of one transaction and request about the same record are one event: a
 * caller who sends one edit gets one. `xmin` is the transaction that has written a line.
 */
export async function linesAfter(
  sql: Sql,
  companyId: number,
  { after, until, entities, most }: { after: number; until: number; entities: readonly string[]; most: number },
): Promise<LoggedLine[]> {
  return sql<LoggedLine[]>`
    select c.seq, c.entity, c.entity_id, c.action, coalesce(first.seq, c.seq) as first_seq,
      coalesce(first.action, c.action) as first_action,
      exists (select from crm.change l
        where l.company_id = c.company_id and l.entity = c.entity and l.entity_id = c.entity_id
          and l.seq > c.seq and l.seq < c.seq + ${CLOSEST} and l.correlation_id = c.correlation_id and l.xmin = c.written_by
      ) as is_superseded, c.is_kept
    from (
      select c.company_id, c.seq, c.entity, c.entity_id, c.action, c.correlation_id, c.xmin as written_by,
        c.after is not null or c.before is not null as is_kept
      from crm.change c
      where c.company_id = ${companyId} and c.seq > ${after} and c.seq <= ${until} and c.entity = any(${entities}::text[])
      order by c.seq limit ${most}
    ) c
    left join lateral (
      select e.seq, e.action from crm.change e
      where e.company_id = c.company_id and e.entity = c.entity and e.entity_id = c.entity_id
        and e.seq < c.seq and e.seq > c.seq - ${CLOSEST} and e.correlation_id = c.correlation_id and e.xmin = c.written_by
      order by e.seq limit 1
    ) first on true
    order by c.seq`
}
