import type { Database } from '@portico/kit/database'
import { type Fragment, fragment, type Sql } from '@portico/kit/sql'
import type { RecordTable } from '../../base/changes/write.ts'
import { removeFilesLater } from '../../base/records/removeFiles.ts'
import { linksOf } from '../../work/files/visibility.ts'

export const PURGE = 'crm:purge'

/** How long a deleted record can be brought back. */
const KEPT_DAYS = 30
/** How long the answer to an `Idempotency-Key` is remembered. */
const KEPT_ANSWERS_DAYS = 7
const BATCH = 500
const MOST_BATCHES = 10_000

interface Purge {
  table: RecordTable
  /** Columns of other records that name it and are emptied. Rows that belong to it alone go by themselves, and files. */
  named: readonly (readonly [table: RecordTable, column: string])[]
  /** The type of custom fields that name it, which are emptied as well. */
  namedIn?: 'people' | 'org'
  /** What still needs the record `r`: it stays until that is gone. */
  neededBy?: Fragment
  /** The keys of the files that go with the records of these ids. */
  files?(sql: Sql, companyId: number, ids: readonly number[] | readonly string[]): Promise<{ key: string }[]>
}

/** In this order, so that what names a contact goes before the contact does. */
export const PURGES: readonly Purge[] = [
  {
    table: 'file',
    named: [],
    files: (sql, companyId, ids) => sql`
      select file_key as key from crm.file where company_id = ${companyId} and id = any(${ids}::bigint[]) and file_key is not null`,
  },
  { table: 'activity', named: [['file', 'activity_id']] },
  {
    table: 'deal',
    named: [
      ['activity', 'deal_id'],
      ['file', 'deal_id'],
    ],
  },
  {
    table: 'lead',
    named: [
      ['activity', 'lead_id'],
      ['file', 'lead_id'],
    ],
  },
  {
    table: 'product',
    named: [['file', 'product_id']],
    // A deal keeps its lines, and a line its product.
    neededBy: fragment`select from crm.deal_product x where x.company_id = r.company_id and x.product_id = r.id`,
    files: (sql, companyId, ids) => sql`
      delete from crm.product_image where company_id = ${companyId} and product_id = any(${ids}::bigint[]) returning file_key as key`,
  },
  {
    table: 'person',
    namedIn: 'people',
    named: [
      ['deal', 'person_id'],
      ['lead', 'person_id'],
      ['activity', 'person_id'],
      ['file', 'person_id'],
    ],
    // A lead without any contact is none.
    neededBy: fragment`select from crm.lead x where x.company_id = r.company_id and x.person_id = r.id and x.organization_id is null`,
    files: picturesOf,
  },
  {
    table: 'organization',
    namedIn: 'org',
    named: [
      ['person', 'org_id'],
      ['deal', 'org_id'],
      ['lead', 'organization_id'],
      ['activity', 'org_id'],
      ['file', 'org_id'],
    ],
    neededBy: fragment`select from crm.lead x where x.company_id = r.company_id and x.organization_id = r.id and x.person_id is null`,
  },
]

/**
 * Takes deleted records out of the database for good when their 30 days are over. The change log goes on knowing that
 * they were there and who did what when; what they held is gone from it. Safe to run twice.
 */
export function purgeTask(database: Database, now: () => Date = () => new Date()) {
  return async (): Promise<void> => {
    const companies = await database.read(sql => sql<{ id: number }[]>`select id from crm.company order by id`)
    for (const { id } of companies) for (const purge of PURGES) await purgeTable(database, purge, id, now())
    await database.write(
      sql =>
        sql`delete from crm.idempotency where add_time < ${now()}::timestamptz - make_interval(days => ${KEPT_ANSWERS_DAYS})`,
    )
  }
}

async function purgeTable(database: Database, purge: Purge, companyId: number, now: Date): Promise<void> {
  for (let batch = 0; batch < MOST_BATCHES; batch++) {
    const purged = await database.write(sql => purgeBatch(sql, purge, companyId, now))
    if (purged < BATCH) return
  }
}

async function purgeBatch(sql: Sql, purge: Purge, companyId: number, now: Date): Promise<number> {
  const ids = await dueRecords(sql, purge, companyId, now)
  if (ids.length === 0) return 0
  const files = (await purge.files?.(sql, companyId, ids)) ?? []
  for (const [table, column] of purge.named) {
    if (table === 'file') files.push(...(await purgeFilesOf(sql, companyId, column, ids)))
    await emptyReferences(sql, companyId, table, column, ids, now)
  }
  if (purge.namedIn) await emptyCustomFields(sql, companyId, purge.namedIn, ids, now)
  if (purge.table === 'person') await emptyAttendees(sql, companyId, ids, now)
  await sql`delete from crm.follower where company_id = ${companyId} and entity = ${purge.table} and entity_id::text = any(${ids.map(String)})`
  await sql`delete from crm.${sql(purge.table)} where company_id = ${companyId} and id = any(${ids})`
  await forgetValues(sql, companyId, purge.table, ids)
  await removeFilesLater(
    sql,
    files.map(file => file.key),
  )
  return ids.length
}

/** Files that hang on nothing else go with the records they hang on. */
async function purgeFilesOf(
  sql: Sql,
  companyId: number,
  column: string,
  ids: readonly number[] | readonly string[],
): Promise<{ key: string }[]> {
  const gone = await sql<{ id: number; key: string | null }[]>`
    delete from crm.file file
    where file.company_id = ${companyId} and file.${sql(column)} = any(${ids}) and num_nonnulls(${linksOf('file')}) = 1
    returning file.id, file.file_key as key`
  if (gone.length > 0)
    await forgetValues(
      sql,
      companyId,
      'file',
      gone.map(file => file.id),
    )
  return gone.flatMap(({ key }) => (key === null ? [] : [{ key }]))
}

async function dueRecords(
  sql: Sql,
  { table, neededBy }: Purge,
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
  companyId: number,
  table: RecordTable,
  column: string,
  ids: readonly number[] | readonly string[],
  now: Date,
): Promise<void> {
  const change = { which: sql`${sql(column)} = any(${ids})`, set: sql`${sql(column)} = null`, now }
  await rewrite(sql, companyId, table, change)
}

/** The same for contacts in fields of the company's own. */
async function emptyCustomFields(
  sql: Sql,
  companyId: number,
  type: 'people' | 'org',
  ids: readonly number[] | readonly string[],
  now: Date,
): Promise<void> {
  const fields = await sql<{ entity: RecordTable; key: string }[]>`
    select entity, key from crm.field
    where company_id = ${companyId} and is_custom and type = ${type} and entity in ('deal', 'person', 'organization', 'product')`
  for (const { entity, key } of fields)
    for (const table of entity === 'deal' ? (['deal', 'lead'] as const) : [entity]) {
      const which = sql`id in (select named.id from unnest(${ids}::bigint[]) gone (id)
        join crm.${sql(table)} named on named.company_id = ${companyId} and named.custom @> jsonb_build_object(${key}::text, gone.id))`
      await rewrite(sql, companyId, table, { which, set: sql`custom = t.custom - ${key}::text`, now })
    }
}

/** And for persons among the attendees of activities, who keep the name and the address they were invited by. */
async function emptyAttendees(
  sql: Sql,
  companyId: number,
  ids: readonly number[] | readonly string[],
  now: Date,
): Promise<void> {
  const which = sql`id in (select named.id from unnest(${ids}::bigint[]) gone (id)
    join crm.activity named on named.company_id = ${companyId} and named.attendees <> '[]'
      and named.attendees @> jsonb_build_array(jsonb_build_object('person_id', gone.id)))`
  const set = sql`attendees = (
    select jsonb_agg(case when (guest ->> 'person_id')::bigint = any(${ids}::bigint[])
      then guest || '{"person_id": null}' else guest end order by nr)
    from jsonb_array_elements(t.attendees) with ordinality list (guest, nr))`
  await rewrite(sql, companyId, 'activity', { which, set, now })
}

/** Changes records that outlive a purged one, and their own history says so. `set` speaks of the table as `t`. */
async function rewrite(
  sql: Sql,
  companyId: number,
  table: RecordTable,
  { which, set, now }: { which: Fragment; set: Fragment; now: Date },
): Promise<void> {
  await sql`
    with old as (
      select * from crm.${sql(table)} where company_id = ${companyId} and ${which} order by id for update
    ), stored as (
      update crm.${sql(table)} t set ${set}, update_time = ${now}, version = t.version + 1
      from old where t.company_id = old.company_id and t.id = old.id returning t.*
    )
    insert into crm.change (company_id, source, entity, entity_id, action, before, after, bulk)
    select stored.company_id, 'purge', ${table}, stored.id::text, 'updated',
      crm.changed_fields(to_jsonb(old), to_jsonb(stored)), to_jsonb(stored), true
    from stored join old on old.id = stored.id`
}

async function forgetValues(
  sql: Sql,
  companyId: number,
  table: RecordTable,
  ids: readonly number[] | readonly string[],
): Promise<void> {
  const texts = ids.map(String)
  await sql`
    update crm.change set before = null, after = null
    where company_id = ${companyId} and entity = ${table} and entity_id = any(${texts})`
  await sql`
    insert into crm.change (company_id, source, entity, entity_id, action, bulk)
    select ${companyId}, 'purge', ${table}, id, 'purged', true from unnest(${texts}::text[]) id`
}

/** The pictures of persons, but for those a merge has handed on to somebody else. */
async function picturesOf(sql: Sql, companyId: number, ids: readonly number[] | readonly string[]) {
  const pictures = await sql<{ file_key_128: string; file_key_512: string }[]>`
    delete from crm.picture f using crm.person p
    where p.company_id = ${companyId} and p.id = any(${ids}::bigint[]) and f.company_id = p.company_id and f.id = p.picture_id
      and not exists (select from crm.person q where q.company_id = p.company_id and q.picture_id = f.id and q.id <> all(${ids}::bigint[]))
    returning f.file_key_128, f.file_key_512`
  return pictures.flatMap(picture => [{ key: picture.file_key_128 }, { key: picture.file_key_512 }])
}
