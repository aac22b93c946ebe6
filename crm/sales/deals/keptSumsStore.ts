import { fragment, joined, type Sql } from '@portico/kit/database/sql'
import { GROUP_COLUMNS, KEPT_ALONG, type Laid, named, ofDeals, ofLines } from './dealGroups.ts'

const SUMS = ['count', 'value', 'weighted', 'unweighted'] as const
const columns = named('', [...GROUP_COLUMNS, ...SUMS])
const keys = named('', GROUP_COLUMNS)
const totals = joined(
  SUMS.map(name => fragment`sum(${fragment(name)}) as ${fragment(name)}`),
  ', ',
)

const negated = joined(
  SUMS.map(name => fragment`- ${fragment(name)}`),
  ', ',
)
const differ = joined(
  SUMS.map(name => fragment`sum(${fragment(name)}) <> 0`),
  ' or ',
)

/** Companies with so many deals that counting them takes long, whose sums are not kept yet. */
export async function companiesToKeep(sql: Sql, deals: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    /* all companies: which of them have grown is not known before */
    select c.id from (select distinct company_id as id from crm.project_board) c
    where not exists (select from crm.deal_sums k where k.company_id = c.id)
      and exists (select from crm.deal d where d.company_id = c.id offset ${deals} limit 1)
    order by c.id`
  return rows.map(({ id }) => id)
}

/** Companies whose sums are kept, with the last line of the log that is in them. */
export async function keptCompanies(sql: Sql): Promise<{ company_id: number; seq: number }[]> {
  return sql<{ company_id: number; seq: number }[]>`
    /* all companies: the sums of each are looked at */
    select company_id, seq from crm.deal_sums order by company_id`
}

/**
 * Counts the deals of a company and keeps the sums as of line `seq`, up to which the log has to be settled: what later
 * lines have changed by now is in the deals, and taken out of the sums again.
 */
export async function keepSums(sql: Sql, companyId: number, seq: number): Promise<void> {
  await sql`insert into crm.deal_sums (company_id, seq) values (${companyId}, ${seq})
    on conflict (company_id) do update set seq = excluded.seq`
  await sql`delete from crm.deal_sum where company_id = ${companyId}`
  // One after the other: of a million deals all together may take longer than a statement is given.
  for (const along of KEPT_ALONG)
    await sql`insert into crm.deal_sum (company_id, ${columns}) select ${companyId}, ${columns} from (${counted(companyId, along)}) c
      order by ${keys}`
}

/** The groups of a company as of the line that its sums are kept up to, counted from its deals as they are at this moment. */
function counted(companyId: number, along: Laid) {
  const seq = fragment`(select k.seq from crm.deal_sums k where k.company_id = ${companyId})`
  const lines = ofLines(fragment`c.company_id = ${companyId} and c.seq > ${seq}`, [along])
  return fragment`
    select ${keys}, ${totals} from (
      select ${columns} from (${ofDeals(fragment`d.company_id = ${companyId}`, [along])}) d
      union all
      select ${keys}, ${negated} from (${lines}) l
    ) g group by ${keys} having sum(count) <> 0`
}

/** Lines that are added to the sums in one transaction. */
const BATCH = 20_000

/**
 * Adds the next lines of the log to the sums of a company, up to `settled`; whether there may be more. Who finds somebody
 * else at it leaves it to them.
 */
export async function addLines(sql: Sql, companyId: number, settled: number): Promise<boolean> {
  const [kept] = await sql<{ seq: number }[]>`
    select seq from crm.deal_sums where company_id = ${companyId} for update skip locked`
  if (!kept || kept.seq >= settled) return false
  const [later] = await sql<{ seq: number }[]>`
    select seq from crm.change where company_id = ${companyId} and seq > ${kept.seq} and seq < ${settled}
    order by seq offset ${BATCH} limit 1`
  const until = later?.seq ?? settled
  const lines = fragment`c.company_id = ${companyId} and c.seq > ${kept.seq} and c.seq <= ${until}`
  const added = SUMS.map(name => fragment`${fragment(name)} = s.${fragment(name)} + excluded.${fragment(name)}`)
  const changed = await sql<{ group: string; count: number }[]>`
    insert into crm.deal_sum as s (company_id, ${columns})
    select ${companyId}, ${keys}, ${totals} from (${ofLines(lines, KEPT_ALONG)}) l
    group by ${keys} having ${differ}
    on conflict (company_id, ${keys}) do update set ${joined(added, ', ')}
    returning s.count, case when s.count = 0 then to_jsonb(s)::text end as group`
  const empty = changed.flatMap(({ group, count }) => (count === 0 ? [group] : []))
  if (empty.length > 0) await forgetGroups(sql, companyId, empty)
  await sql`update crm.deal_sums set seq = ${until} where company_id = ${companyId}`
  return later !== undefined
}

async function forgetGroups(sql: Sql, companyId: number, groups: readonly string[]): Promise<void> {
  const same = GROUP_COLUMNS.map(name => fragment`s.${fragment(name)} = g.${fragment(name)}`)
  await sql`
    delete from crm.deal_sum s using jsonb_populate_recordset(null::crm.deal_sum, ${`[${groups.join()}]`}::text::jsonb) g
    where s.company_id = ${companyId} and ${joined(same, ' and ')}`
}

/** From now on the deals are counted, until sums are kept again. */
export async function dropSums(sql: Sql, companyId: number): Promise<void> {
  await sql`delete from crm.deal_sums where company_id = ${companyId}`
}

/** How many groups of a company are kept with other sums than its deals have. */
export async function wrongSums(sql: Sql, companyId: number): Promise<number> {
  let wrong = 0
  for (const along of KEPT_ALONG) {
    const [found] = await sql<{ count: number }[]>`
      select count(*)::int as count from (
        select ${keys} from (
          select ${columns} from (${counted(companyId, along)}) c
          union all
          select ${keys}, ${negated} from crm.deal_sum where company_id = ${companyId} and along = ${along}
        ) g group by ${keys} having ${differ}
      ) wrong`
    wrong += found?.count ?? 0
  }
  return wrong
}
