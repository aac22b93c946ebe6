import { type Fragment, joined, plainText, type Sql } from '@portico/kit/database/sql'
import { rewriteRecords } from '../../base/changes/rewriteStore.ts'
import type { RecordTable } from '../../base/changes/write.ts'

/** A table of the CRM, and its columns that hold texts. */
export interface TextTable {
  name: string
  texts: string[]
  lists: string[]
  documents: string[]
  /** Whether its rows are records, whose changes are logged. */
  isRecord: boolean
  /** The column that numbers its rows, by which they are gone through some at a time; null for tables without. */
  numbered: string | null
}

/** What holds nothing that people write about persons, or is kept by triggers from what does, or may not be changed. */
const OTHERS = [
  ...[
    'api_token',
    'app_user',
    'audit',
    'call_window',
    'change',
    'company',
    'currency',
    'erasure',
    'export',
    'export_part',
  ],
  ...[
    'idempotency',
    'mail_account',
    'mail_account_folder',
    'mail_thread_key',
    'move',
    'moved_record',
    'oauth_access',
    'oauth_app',
    'oauth_grant',
  ],
  ...[
    'permission_assignment',
    'permission_set',
    'picture',
    'role',
    'session',
    'token_spending',
    'upload',
    'user_provider_link',
  ],
]

/** Out of the catalogue, so that no table is forgotten: columns of keys and those with a CHECK hold no texts of people. */
export async function textTables(sql: Sql): Promise<TextTable[]> {
  return sql<TextTable[]>`
    select c.relname as name,
      array_agg(a.attname::text order by a.attnum) filter (where a.atttypid = 'text'::regtype) as texts,
      coalesce(array_agg(a.attname::text order by a.attnum) filter (where a.atttypid = 'text[]'::regtype), '{}') as lists,
      coalesce(array_agg(a.attname::text order by a.attnum) filter (where a.atttypid = 'jsonb'::regtype), '{}') as documents,
      exists (select from pg_attribute v where v.attrelid = c.oid and v.attname = 'version' and v.atttypid = 'integer'::regtype) as "isRecord",
      (select n.attname::text from pg_constraint k join pg_attribute n on n.attrelid = c.oid and n.attnum = k.conkey[2]
        where k.conrelid = c.oid and k.contype = 'p' and n.atttypid = 'bigint'::regtype) as numbered
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'crm'::regnamespace and c.relkind = 'r' and c.relname <> all(${OTHERS}::text[])
      and c.relname not like '%\_words'
      and exists (select from pg_attribute k where k.attrelid = c.oid and k.attname = 'company_id')
      and a.atttypid in ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype) and a.attname not like 'file\_key%'
      and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype in ('c', 'p', 'u') and a.attnum = any(k.conkey)
        and (k.contype <> 'c' or cardinality(k.conkey) = 1))
    group by c.oid, c.relname order by 1`
}

/** The largest number of a row of a company. */
export async function lastNumber(sql: Sql, companyId: number, { name, numbered }: TextTable): Promise<number> {
  if (!numbered) return 0
  const [last] = await sql<{ number: number | null }[]>`
    select max(${sql(numbered)}) as number from crm.${sql(name)} where company_id = ${companyId}`
  return Number(last?.number ?? 0)
}

/** What is searched for; the rough pattern finds all that the exact one does and a few more, in a fraction of the time. */
export interface Searched {
  exact: string
  rough: string
}

export interface Among {
  after: number
  upto: number
}

/** Takes the words out of rows of a table of a company: those of a range, where they are numbered. */
export async function eraseInTable(
  sql: Sql,
  companyId: number,
  { name, texts, lists, documents, isRecord, numbered }: TextTable,
  { after, upto }: Among,
  { exact: pattern, rough }: Searched,
  now: Date,
): Promise<void> {
  const found: Fragment[] = []
  const set: Fragment[] = []
  for (const column of texts ?? []) {
    found.push(sql`(${sql(column)} ~* ${rough} and ${sql(column)} ~* ${pattern})`)
    set.push(sql`${sql(column)} = regexp_replace(t.${sql(column)}, ${pattern}, ${FORGOTTEN}, 'gi')`)
  }
  for (const column of lists) {
    found.push(sql`exists (select from unnest(t.${sql(column)}) item where item ~* ${rough} and item ~* ${pattern})`)
    set.push(sql`${sql(column)} = array(select regexp_replace(item, ${pattern}, ${FORGOTTEN}, 'gi')
      from unnest(t.${sql(column)}) with ordinality list (item, place) order by place)`)
  }
  for (const column of documents) {
    found.push(sql`(${sql(column)}::text ~* ${rough} and ${sql(column)}::text ~* ${pattern})`)
    set.push(sql`${sql(column)} = crm.without_words(t.${sql(column)}, ${pattern})`)
  }
  const among = numbered ? sql`${sql(numbered)} > ${after} and ${sql(numbered)} <= ${upto}` : sql`true`
  const [which, values] = [sql`${among} and (${joined(found, ' or ')})`, joined(set, ', ')]
  if (isRecord)
    await rewriteRecords(sql, { source: 'forget', companyId, now, table: asRecordTable(name), which, set: values })
  else await sql`update crm.${sql(name)} t set ${values} where t.company_id = ${companyId} and ${which}`
}

const FORGOTTEN = plainText(`'[forgotten]'`)

/** The catalogue says that its rows have a version, which is what makes them records. */
function asRecordTable(name: string): RecordTable {
  return name as RecordTable
}

/** Answers to an `Idempotency-Key` are whole records, and short-lived. */
export async function forgetAnswersWith(sql: Sql, companyId: number, { exact, rough }: Searched): Promise<void> {
  await sql`delete from crm.idempotency where company_id = ${companyId} and body ~* ${rough} and body ~* ${exact}`
}

/** The last line of the log of a company. */
export async function lastSeq(sql: Sql, companyId: number): Promise<number> {
  const [last] = await sql<{ seq: number | null }[]>`
    select max(seq) as seq from crm.change where company_id = ${companyId}`
  return Number(last?.seq ?? 0)
}

/**
 * The same for some lines of the log after a place; gives back the next place, or undefined at the end. Lines about other
 * people and organizations keep their names.
 */
export async function eraseInLog(
  sql: Sql,
  companyId: number,
  { all, rest }: { all: Searched; rest: Searched },
  after: number,
  most: number,
): Promise<number | undefined> {
  const [upto] = await sql<{ seq: number | null }[]>`
    select max(seq) as seq from (
      select seq from crm.change where company_id = ${companyId} and seq > ${after} order by seq limit ${most}) lines`
  if (!upto?.seq) return undefined
  const ofLine = (keepingNames: string, everything: string) =>
    sql`case when c.entity = any(${KEPT_NAMES}::text[]) then ${keepingNames}::text else ${everything}::text end`
  const pattern = ofLine(rest.exact, all.exact)
  const rough = ofLine(rest.rough, all.rough)
  await sql`
    update crm.change c set before = crm.without_words(c.before, ${pattern}), after = crm.without_words(c.after, ${pattern}),
      facts = crm.without_words(c.facts, ${pattern})
    where c.company_id = ${companyId} and c.seq > ${after} and c.seq <= ${upto.seq}
      and (c.before::text ~* ${rough} or c.after::text ~* ${rough} or c.facts::text ~* ${rough})
      and (c.before::text ~* ${pattern} or c.after::text ~* ${pattern} or c.facts::text ~* ${pattern})`
  return Number(upto.seq)
}

/** Whoever is called alike is somebody else. */
export const KEPT_NAMES = ['person', 'organization', 'user']
