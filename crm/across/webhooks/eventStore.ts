import { type Fragment, fragment, plainText } from '@portico/kit/database/sql'
import type { Crm } from '../../base/api/context.ts'
import { besideOf } from '../../base/changes/past.ts'
import type { Watched } from '../../base/records/told.ts'

/** One event of the log: the last line that a request wrote about a record, and the first. */
export interface EventPlace {
  seq: number
  first_seq: number
}

/** What the log says about an event, beside the record itself. */
export interface EventLine {
  seq: number
  entity: string
  entity_id: string
  first_action: string
  last_action: string
  actor_id: number | null
  source: string
  bulk: boolean
  correlation_id: string | null
  /** Microseconds since 1970. */
  time: number
  merged_to_id: number | null
  merged_from_id: number | null
}

/** The lines of `crm.change e` that the request of the line `c` wrote about the same record, from `event.first_seq` on. */
const ofEvent: Fragment = fragment`e.company_id = c.company_id and e.entity = c.entity and e.entity_id = c.entity_id
  and e.seq between event.first_seq and c.seq and (e.seq = c.seq or e.correlation_id = c.correlation_id)`

function eventsAt(places: readonly EventPlace[]): Fragment {
  const [seqs, firsts] = [places.map(place => place.seq), places.map(place => place.first_seq)]
  return fragment`unnest(${seqs}::bigint[], ${firsts}::bigint[]) event (seq, first_seq)`
}

export async function eventLines({ sql, actor }: Crm, places: readonly EventPlace[]): Promise<EventLine[]> {
  return sql<EventLine[]>`
    select c.seq, c.entity, c.entity_id, c.action as last_action, whole.first_action, c.actor_id, c.source, c.bulk,
      c.correlation_id, (extract(epoch from c.at) * 1000000)::bigint as time, whole.merged_to_id, whole.merged_from_id
    from ${eventsAt(places)}
    join crm.change c on c.company_id = ${actor.companyId} and c.seq = event.seq
    cross join lateral (
      select (array_agg(e.action order by e.seq))[1] as first_action, max((e.facts ->> 'merged_to_id')::bigint) as merged_to_id,
        max((e.facts ->> 'merged_from_id')::bigint) as merged_from_id
      from crm.change e where ${ofEvent}
    ) whole
    where c.after is not null or c.before is not null`
}

/** A record before or after an event. */
export interface EventRecord {
  seq: number
  side: 'data' | 'previous'
  wire: string
  /** Its custom fields as they are stored; null where the kind has none. */
  custom: string | null
  /** What decides who may see it. */
  access: Record<string, number | string | null>
}

/** What `SeenBy` may name, and relations that v1 would write out. */
const ACCESS_COLUMNS = ['id', 'owner_id', 'visible_to', 'pipeline_id', 'deal_id', 'lead_id', 'person_id', 'org_id']

/**
 * Records of a kind as they were before and after events, in the columns of a version. What was added has nothing
 * before, what was deleted nothing after. Records that the log was made to forget are missing.
 */
export async function eventRecords(
  crm: Crm,
  kind: Watched,
  version: 'v1' | 'v2',
  places: readonly EventPlace[],
): Promise<EventRecord[]> {
  const { sql, actor } = crm
  const row = sql(kind.alias)
  const show = (version === 'v2' && kind.webhook.v2) || kind.webhook.v1
  const { columns, joins } = await show(crm, sql`side.record`)
  const kept = kind.webhook.besideIt
    ? besideOf(
        kind.webhook.besideIt,
        sql`c.company_id = line.company_id and c.entity = line.entity and c.entity_id = line.entity_id and c.seq <= line.seq`,
      )
    : sql`'{}'::jsonb`
  return sql<EventRecord[]>`
    select line.seq, side.name as side, row_to_json(w)::text as wire,
      ${kind.webhook.customFieldsOf ? sql`${row}.custom::text` : sql`null::text`} as custom,
      (select jsonb_object_agg(key, side.record -> key) from unnest(${ACCESS_COLUMNS}::text[]) key where side.record ? key) as access
    from (
      select c.company_id, c.seq, c.entity, c.entity_id, c.action, c.after, whole.before, whole.first_action
      from ${eventsAt(places)}
      join crm.change c on c.company_id = ${actor.companyId} and c.seq = event.seq
      cross join lateral (
        select (array_agg(e.action order by e.seq))[1] as first_action,
          -- of several lines the first has the value that a field had
          (select jsonb_object_agg(f.key, f.value order by e.seq desc)
            from crm.change e cross join lateral jsonb_each(e.before) f where ${ofEvent}) as before
        from crm.change e where ${ofEvent}
      ) whole
      where c.entity = ${kind.logged}
      -- PostgreSQL would otherwise make records of this kind out of lines about others, before it leaves those out
      offset 0
    ) line
    cross join lateral (select line.after || ${kept} as after) now
    cross join lateral (values
      ('data', case when line.action not in ('deleted', 'merged') then now.after end),
      ('previous', case when line.first_action <> 'added' then coalesce(now.after || line.before, now.after, line.before) end)
    ) side (name, record)
    left join crm.${sql(kind.table)} here
      on here.company_id = line.company_id and here.id = line.entity_id::${plainText(kind.idType ?? 'bigint')}
    cross join lateral jsonb_populate_record(here, side.record) ${row} ${joins}
    cross join lateral (select ${columns}) w
    where side.record is not null`
}

/** Those of the events about records of a kind that the user may see, by how the records were then. */
export async function visibleEvents({ sql, actor }: Crm, kind: Watched, seqs: readonly number[]): Promise<Set<number>> {
  const rows = await sql<{ seq: number }[]>`
    select line.seq from (
      select c.company_id, c.seq, c.entity_id, coalesce(c.after, c.before) as record from crm.change c
      where c.company_id = ${actor.companyId} and c.seq = any(${seqs}::bigint[]) and c.entity = ${kind.logged}
        and (c.after is not null or c.before is not null)
      offset 0
    ) line
    left join crm.${sql(kind.table)} here
      on here.company_id = line.company_id and here.id = line.entity_id::${plainText(kind.idType ?? 'bigint')}
    cross join lateral jsonb_populate_record(here, line.record) ${sql(kind.alias)}
    where ${kind.maySee(actor)}`
  return new Set(rows.map(row => row.seq))
}
