import { seedCompany, seedSize } from '@portico/crm/seed/seedCompany'
import { type Client, connect } from '@portico/kit/database/connect'
import { progressBar } from '@portico/server/commands/progress'
import { addFields } from '../seed.ts'

const FIELDS = 4
const BATCH = 20_000
const LANES = 3
const SEARCHED = ['deal', 'person', 'organization']
const FILLED = [...SEARCHED, ...SEARCHED.map(table => `${table}_words`), 'activity', 'activity_participant', 'change']

/**
 * Fills the first company of a fresh database: deals, half as many persons, a quarter organizations, an activity for each
 * deal, all with their lines in the change log. Gives back how many records came in a second.
 *
 * What only makes reading fast is made when the rows are there: indexes. Foreign keys are kept by how the rows are made
 * and looked at afterwards, all together; the triggers that keep the words of a search run.
 */
export async function fill(url: string, deals: number): Promise<number> {
  const sql = connect(url, {
    max: LANES,
    connection: { session_replication_role: 'replica', synchronous_commit: 'off', maintenance_work_mem: '512MB' },
  })
  const [company] = await sql<{ id: number }[]>`select id from crm.company order by id limit 1`
  const companyId = Number(company?.id)
  const bar = progressBar('records')
  const begun = performance.now()
  const records = seedSize({ deals }) + deals
  bar.start(records)
  try {
    const indexes = await dropIndexes(sql)
    for (const table of SEARCHED) await sql.unsafe(`alter table crm.${table} enable always trigger add_words`)
    const dealFields = await addFields(sql, companyId, FIELDS)
    const plan = { companyId, deals, seed: 1, now: new Date(), dealFields, atOnce: LANES }
    await seedCompany(sql, plan, work => sql.begin(work) as Promise<never>, bar.add)
    await addActivities(sql, companyId, bar.add)
    for (const table of SEARCHED) await sql.unsafe(`alter table crm.${table} enable trigger add_words`)
    await eachOf(indexes, definition => sql.unsafe(definition))
    await requireLinks(sql)
  } finally {
    bar.stop()
  }
  const rate = records / ((performance.now() - begun) / 1000)
  console.log(`${records} records in ${Math.round(records / rate)} s: ${Math.round(rate)} in a second`)
  await sql.unsafe('vacuum analyze')
  await sql.end()
  return rate
}

async function addActivities(sql: Client, companyId: number, progress: (records: number) => void): Promise<void> {
  const [last] = await sql<{ id: number }[]>`select max(id) as id from crm.deal where company_id = ${companyId}`
  const starts = Array.from({ length: Math.ceil(Number(last?.id) / BATCH) }, (_, nr) => nr * BATCH)
  await eachOf(starts, async from => {
    const added = await sql<{ count: number }[]>`
      with stored as (
        insert into crm.activity (company_id, subject, type, owner_id, creator_id, deal_id, person_id, due_date, done,
          marked_as_done_time, add_time, update_time)
        select company_id, 'Call about ' || title, case when id % 3 = 0 then 'meeting' else 'call' end, owner_id, owner_id, id,
          person_id, add_time::date + 7, status <> 'open', close_time, add_time, coalesce(close_time, add_time)
        from crm.deal where company_id = ${companyId} and id > ${from} and id <= ${from + BATCH} order by id
        returning *
      ), taking_part as (
        insert into crm.activity_participant (company_id, activity_id, person_id)
        select company_id, id, person_id from stored where person_id is not null
      ), logged as (
        insert into crm.change (company_id, at, actor_id, source, entity, entity_id, action, after, bulk)
        select company_id, add_time, owner_id, 'seed', 'activity', id::text, 'added', to_jsonb(stored), true from stored)
      select count(*)::int as count from stored`
    progress(added[0]?.count ?? 0)
  })
}

/** A few at a time. */
async function eachOf<T>(all: readonly T[], work: (one: T) => PromiseLike<unknown>): Promise<void> {
  const left = all.values()
  const lane = async () => {
    for (const one of left) await work(one)
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}

/** Takes off what only makes reading fast, and gives back how to make it again. */
async function dropIndexes(sql: Client): Promise<string[]> {
  const indexes = await sql<{ name: string; definition: string }[]>`
    select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
    where t.relnamespace = 'crm'::regnamespace and t.relname = any(${FILLED}::text[]) and not i.indisunique`
  for (const { name } of indexes) await sql.unsafe(`drop index crm.${name}`)
  return indexes.map(({ definition }) => definition)
}

/** Makes the foreign keys anew, which looks at every row. */
async function requireLinks(sql: Client): Promise<void> {
  const links = await sql<{ name: string; tablename: string; definition: string }[]>`
    select conname as name, conrelid::regclass::text as tablename, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conrelid = any(array(select ('crm.' || t)::regclass::oid from unnest(${FILLED}::text[]) t))`
  for (const { name, tablename, definition } of links)
    await sql.unsafe(`alter table ${tablename} drop constraint ${name}, add constraint ${name} ${definition}`)
}
