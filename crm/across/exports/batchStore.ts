import { type Fragment, fragment, plainText } from '@portico/kit/database/sql'
import type { Crm } from '../../base/api/context.ts'
import { fieldsOf } from '../../base/fields/check.ts'
import type { ExportKind } from './kind.ts'
import { isEarlier, isLater, type Moment } from './momentStore.ts'

export interface Batch {
  /** JSON of each record, a line each. */
  text: string
  rows: number
  /** The last id of the batch; undefined: there is no further one. */
  upto: string | undefined
}

/**
 * Records of a kind after an id, as they stood at the moment: rows that no later line of the log is about as they are,
 * the others out of the log. One statement, so that both are seen at the same time.
 */
export async function readBatch(
  crm: Crm,
  kind: ExportKind,
  moment: Moment,
  after: string | undefined,
  most: number,
): Promise<Batch> {
  const { sql, actor } = crm
  const seen = kind.maySee(actor)
  if (!seen) return { text: '', rows: 0, upto: undefined }
  const upto = await lastOfBatch(crm, kind, after, most)
  const r = sql(kind.alias)
  const within = (id: Fragment) => inRange(kind, id, after, upto)
  const matching = sql`${kind.kept ?? sql`true`} and ${seen}`
  const now = sql`select ${r}.id, (${await kind.wire(crm)})::text as wire from crm.${sql(kind.table)} ${r}
    where ${r}.company_id = ${actor.companyId} and ${within(sql`${r}.id`)} and ${matching}`
  if (!kind.logged) return { ...(await joinedLines(crm, now)), upto }
  const then = sql`select ${r}.id, (${await kind.wire(crm, sql`past.record`)})::text as wire
    from past cross join lateral jsonb_populate_record(null::crm.${sql(kind.table)}, past.record) ${r} where ${matching}`
  const lines = sql`with later as materialized (
      select distinct c.entity_id from crm.change c
      where c.company_id = ${actor.companyId} and c.entity = ${kind.logged} and ${isLater(moment)}
    ), past as materialized (${await recordsThen(crm, kind, moment, within)})
    ${now} and not exists (select from later where later.entity_id = ${r}.id::text)
    union all ${then}`
  return { ...(await joinedLines(crm, lines)), upto }
}

/** Rows that came later and rows that are gone lie in the same ranges of ids, so that ranges of rows there are will do. */
async function lastOfBatch(
  { sql, actor }: Crm,
  kind: ExportKind,
  after: string | undefined,
  most: number,
): Promise<string | undefined> {
  const [last] = await sql<{ id: string }[]>`
    select r.id::text as id from crm.${sql(kind.table)} r
    where r.company_id = ${actor.companyId} and ${inRange(kind, sql`r.id`, after, undefined)}
    order by r.id offset ${most - 1} limit 1`
  return last?.id
}

function inRange({ idType }: ExportKind, id: Fragment, after: string | undefined, upto: string | undefined): Fragment {
  const sql = fragment
  const type = plainText(idType)
  return sql`(${after === undefined ? sql`true` : sql`${id} > ${after}::text::${type}`}
    and ${upto === undefined ? sql`true` : sql`${id} <= ${upto}::text::${type}`})`
}

/** What the log last said before the moment about records that it speaks of later. */
async function recordsThen(
  crm: Crm,
  { logged, idType, besideIt = [], customFieldsOf }: ExportKind,
  moment: Moment,
  within: (id: Fragment) => Fragment,
): Promise<Fragment> {
  const [sql, { actor }] = [fragment, crm]
  const lines = sql`c.company_id = ${actor.companyId} and c.entity = ${logged ?? ''} and c.entity_id = later.entity_id
    and ${isEarlier(moment)}`
  const keys = customFieldsOf && (await fieldsOf(crm, customFieldsOf)).custom.map(field => field.key)
  const custom = keys
    ? sql`|| jsonb_build_object('custom', (select coalesce(jsonb_object_agg(field.key, field.value), '{}')
        from jsonb_each(line.after -> 'custom') field where field.key = any(${keys}::text[])))`
    : sql``
  const beside = besideIt.map(
    name => sql`|| coalesce((select jsonb_build_object(${name}::text, c.after -> ${name}::text) from crm.change c
      where ${lines} and c.after ? ${name}::text order by c.seq desc limit 1), '{}')`,
  )
  return sql`select line.after ${custom} ${beside.reduce((all, next) => sql`${all} ${next}`, sql``)} as record
    from later cross join lateral (
      select c.after from crm.change c where ${lines} and (c.after is not null or c.action in ('deleted', 'purged'))
      order by c.seq desc limit 1
    ) line
    where line.after is not null and ${within(sql`later.entity_id::${plainText(idType)}`)}`
}

async function joinedLines({ sql }: Crm, lines: Fragment): Promise<{ text: string; rows: number }> {
  const [all] = await sql<{ text: string | null; rows: number }[]>`
    select string_agg(lines.wire, E'\n' order by lines.id) as text, count(*)::integer as rows from (${lines}) lines`
  return { text: all?.text ?? '', rows: all?.rows ?? 0 }
}

/** How many rows of a kind there are: for showing how far an export is. */
export async function countRows({ sql, actor }: Crm, kind: ExportKind): Promise<number> {
  const [counted] = await sql<{ rows: number }[]>`
    select count(*)::integer as rows from crm.${sql(kind.table)} ${sql(kind.alias)}
    where ${sql(kind.alias)}.company_id = ${actor.companyId} and ${kind.kept ?? sql`true`}`
  return counted?.rows ?? 0
}

/** The keys of a record of a kind, whether there is any or not. */
export async function keysOf(crm: Crm, kind: ExportKind): Promise<string[]> {
  const { sql, actor } = crm
  const [row] = await sql<{ wire: string }[]>`
    select (${await kind.wire(crm, sql`'{}'::jsonb`)})::text as wire
    from jsonb_populate_record(null::crm.${sql(kind.table)}, jsonb_build_object('company_id', ${actor.companyId}::bigint,
      'custom', '{}'::jsonb)) ${sql(kind.alias)}
    where ${sql(kind.alias)}.company_id = ${actor.companyId}`
  return Object.keys(JSON.parse(row?.wire ?? '{}'))
}

export interface StoredFileRow {
  id: string
  file_key: string
  name: string
}

/** Contents of files after an id, as the files stood at the moment; files that were purged since are not there any more. */
export async function filesAfter(
  crm: Crm,
  kind: ExportKind,
  moment: Moment,
  after: string | undefined,
): Promise<StoredFileRow | undefined> {
  const { sql, actor } = crm
  const [next] = await sql<StoredFileRow[]>`
    select r.id::text as id, r.file_key, r.file_name as name from crm.file r
    where r.company_id = ${actor.companyId} and r.file_key is not null and ${kind.kept ?? sql`true`}
      and ${after === undefined ? sql`true` : sql`r.id > ${after}::text::bigint`}
      and ${kind.maySee(actor) ?? sql`false`}
      and exists (select from crm.change c where c.company_id = r.company_id and c.entity = 'file'
        and c.entity_id = r.id::text and c.action = 'added' and ${isEarlier(moment)})
    order by r.id limit 1`
  return next
}
