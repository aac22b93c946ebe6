import { randomBytes } from 'node:crypto'
import type { Client } from '@portico/kit/database/connect'

/** Fills a company with deals over its stages, statuses and owners, with values in each of its custom fields. */
export async function addDeals(
  sql: Client,
  companyId: number,
  count: number,
  fieldKeys: readonly string[] = [],
): Promise<void> {
  const custom = fieldKeys
    .map((key, at) => `'${key}', ${at % 2 === 0 ? `'value ' || (n % 997)` : '(n * 7) % 1009'}`)
    .join(', ')
  await sql.unsafe(`
    insert into crm.deal (company_id, title, owner_id, creator_id, pipeline_id, stage_id, value, currency, status, visible_to, add_time, update_time, custom)
    select ${companyId}, 'Deal ' || n, owners.ids[1 + n % cardinality(owners.ids)], owners.ids[1],
      (select pipeline_id from crm.stage s where s.company_id = ${companyId} and s.id = stages.ids[1 + n % cardinality(stages.ids)]),
      stages.ids[1 + n % cardinality(stages.ids)], (n * 37) % 100000, 'USD', (array['open', 'open', 'won', 'lost'])[1 + n % 4], 7,
      now() - make_interval(mins => ${count} - n), now() - make_interval(mins => ${count} - n),
      jsonb_build_object(${custom})
    from generate_series(1, ${count}) n,
      (select array_agg(id order by id) as ids from crm.app_user where company_id = ${companyId}) owners,
      (select array_agg(id order by id) as ids from crm.stage where company_id = ${companyId}) stages`)
  await sql.unsafe('analyze crm.deal; analyze crm.deal_words')
}

/** Custom fields of deals, text and number in turns; gives back their keys. */
export async function addFields(sql: Client, companyId: number, count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, () => randomBytes(20).toString('hex'))
  for (const [at, key] of keys.entries())
    await sql`insert into crm.field (company_id, entity, key, name, slug, type, is_custom, order_nr)
      values (${companyId}, 'deal', ${key}, ${`Bench ${at}`}, ${`bench_${at}`}, ${at % 2 === 0 ? 'varchar' : 'double'}, true, ${1000 + at})`
  await sql`select pg_notify('crm_fields', ${String(companyId)})`
  return keys
}

/** A company whose one board has many open deals among those of all its years, some of them with a next step. */
export async function fillBoard(sql: Client, { deals, open }: { deals: number; open: number }): Promise<void> {
  await sql`
    insert into crm.deal (company_id, title, owner_id, creator_id, pipeline_id, stage_id, value, currency, status, visible_to,
      add_time, update_time)
    select u.company_id, 'Deal ' || n, u.id, u.id, s.pipeline_id, s.id, (n * 37) % 100000, 'USD',
      case when n <= ${open} then 'open' when n % 2 = 0 then 'won' else 'lost' end, 7,
      now() - make_interval(mins => n), now() - make_interval(mins => n)
    from generate_series(1, ${deals}) n
    join (select company_id, id, pipeline_id, row_number() over (order by id) - 1 as nr, count(*) over () as number
      from crm.stage) s on s.nr = n % s.number
    join (select company_id, min(id) as id from crm.app_user group by 1) u on u.company_id = s.company_id`
  await sql`
    insert into crm.activity (company_id, subject, type, owner_id, creator_id, deal_id, due_date)
    select company_id, 'Call', 'call', owner_id, owner_id, id, current_date + (id % 20)::int - 5
    from crm.deal where status = 'open' and id % 3 <> 0`
  await sql.unsafe('analyze crm.deal; analyze crm.deal_words; analyze crm.activity')
}
