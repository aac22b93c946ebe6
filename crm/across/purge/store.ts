import type { Sql } from '@portico/kit/database/sql'
import { forgetRecords, rewriteRecords } from '../../base/changes/rewriteStore.ts'
import type { RecordTable } from '../../base/changes/write.ts'
import type { PurgedIds, WhenPurged } from '../../base/records/lifecycle.ts'
import { removeFilesLater } from '../../base/records/removeFiles.ts'

/** How long a deleted record can be brought back. */
const KEPT_DAYS = 30

/** How long the answer to an `Idempotency-Key` is remembered. */
const KEPT_ANSWERS_DAYS = 7

const SOURCE = 'purge'

export const BATCH = 500

/** `linked` are the kinds of records that go with the last record they belong to. */
export async function purgeBatch(
  sql: Sql,
  purge: WhenPurged,
  linked: readonly WhenPurged[],
  companyId: number,
  now: Date,
): Promise<number> {
  const ids = await dueRecords(sql, purge, companyId, now)
  if (ids.length > 0) await purgeRecords(sql, purge, ids, { source: SOURCE, linked, companyId, now })
  return ids.length
}

interface Purging {
  /** The reason, as the log has it. */
  source: string
  /** Kinds of records that go with the last record they belong to. */
  linked: readonly WhenPurged[]
  companyId: number
  now: Date
}

/** Removes records for good, with everything that hangs on them alone; the log forgets what they held. */
export async function purgeRecords(sql: Sql, purge: WhenPurged, ids: PurgedIds, purging: Purging): Promise<void> {
  const { source, linked, companyId, now } = purging
  const files = (await purge.files?.(sql, companyId, ids)) ?? []
  for (const [table, column] of purge.named) {
    for (const going of linked) {
      if (going.table !== table) continue
      const last = await linkedToNothingElse(sql, going, companyId, column, ids)
      if (last.length > 0) await purgeRecords(sql, going, last, purging)
    }
    await emptyReferences(sql, purging, table, column, ids)
  }
  if (purge.namedIn) await emptyCustomFields(sql, purging, purge.namedIn, ids)
  for (const mention of purge.mentions?.(companyId, ids) ?? [])
    await rewriteRecords(sql, { source, companyId, now, ...mention })
  await sql`delete from crm.follower where company_id = ${companyId} and entity = ${purge.table} and entity_id::text = any(${ids.map(String)})`
  await sql`delete from crm.${sql(purge.table)} where company_id = ${companyId} and id = any(${ids})`
  await forgetRecords(sql, { source, companyId, table: purge.table, ids })
  await removeFilesLater(
    sql,
    files.map(file => file.key),
  )
}

/** Records that belong to those that go, and to no other. */
async function linkedToNothingElse(
  sql: Sql,
  { table, linkedBy }: WhenPurged,
  companyId: number,
  column: string,
  ids: PurgedIds,
): Promise<number[]> {
  if (!linkedBy) return []
  const rows = await sql<{ id: number }[]>`
    select r.id from crm.${sql(table)} r
    where r.company_id = ${companyId} and r.${sql(column)} = any(${ids}) and num_nonnulls(${linkedBy('r')}) = 1
    order by r.id for update`
  return rows.map(row => row.id)
}

async function dueRecords(
  sql: Sql,
  { table, neededBy }: WhenPurged,
  companyId: number,
  now: Date,
): Promise<number[] | string[]> {
  const rows = await sql<{ id: number }[]>`
    select r.id from crm.${sql(table)} r
    where r.company_id = ${companyId} and r.is_deleted
      and r.delete_time < ${now}::timestamptz - make_interval(days => ${KEPT_DAYS})
      ${neededBy ? sql`and not exists (${neededBy})` : sql``}
    order by r.id limit ${BATCH} for update skip locked`
  return rows.map(row => row.id)
}

/** Records that named a purged one name nothing now. */
async function emptyReferences(
  sql: Sql,
  { source, companyId, now }: Purging,
  table: RecordTable,
  column: string,
  ids: PurgedIds,
): Promise<void> {
  const [which, set] = [sql`${sql(column)} = any(${ids})`, sql`${sql(column)} = null`]
  await rewriteRecords(sql, { source, companyId, now, table, which, set })
}

/** The same for contacts in fields of the company's own. */
async function emptyCustomFields(
  sql: Sql,
  { source, companyId, now }: Purging,
  type: 'people' | 'org',
  ids: PurgedIds,
): Promise<void> {
  const fields = await sql<{ entity: RecordTable; key: string }[]>`
    select entity, key from crm.field
    where company_id = ${companyId} and is_custom and type = ${type} and entity in ('deal', 'person', 'organization', 'product', 'project')`
  for (const { entity, key } of fields)
    for (const table of entity === 'deal' ? (['deal', 'lead'] as const) : [entity]) {
      const which = sql`id in (select named.id from unnest(${ids}::bigint[]) gone (id)
        join crm.${sql(table)} named on named.company_id = ${companyId} and named.custom @> jsonb_build_object(${key}::text, gone.id))`
      const set = sql`custom = t.custom - ${key}::text`
      await rewriteRecords(sql, { source, companyId, now, table, which, set })
    }
}

export async function listCompanyIds(sql: Sql): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`select id from crm.company order by id`
  return rows.map(row => row.id)
}

/** Forgets the answers to an `Idempotency-Key` that nobody repeats any more. */
export async function forgetAnswers(sql: Sql, now: Date): Promise<void> {
  await sql`
    /* all companies: what is old goes everywhere */
    delete from crm.idempotency where add_time < ${now}::timestamptz - make_interval(days => ${KEPT_ANSWERS_DAYS})`
}
