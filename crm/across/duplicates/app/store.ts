import { failure } from '@portico/kit/api/failure'
import { type Fragment, fragment } from '@portico/kit/database/sql'
import { maySee, maySeeName } from '../../../base/access/visibility.ts'
import type { Crm } from '../../../base/api/context.ts'
import { LIMITS } from '../../../base/limits/atRest.ts'
import type { DuplicateKind, DuplicatePair } from './shape.ts'

/** The record that was looked at last: its name without regard to capitals, and its id. */
export interface ScanPlace {
  key: string
  id: number
}

/** Records that one call looks through, in the order of their names by the index of lists. */
const SCANNED = 5_000
/** Of the same name that one record is compared with: of thousands called "Unknown" nobody wants all pairs. */
const COMPARED = 20

interface KindSql {
  /** Whether `o` is the same as `s`, whose names are. */
  isSame: Fragment
  /** What is the same besides, of `s` and `o`, as an array of texts. */
  same: Fragment
  /** Its own columns under `r`, beside those that both have. */
  columns: Fragment
  joins: Fragment
}

const SHARED = {
  email: fragment`crm.email_addresses(o.emails) && crm.email_addresses(s.emails)`,
  phone: fragment`crm.phone_digits(o.phones) && crm.phone_digits(s.phones)`,
}

function sqlOf(actor: Crm['actor'], kind: DuplicateKind): KindSql {
  if (kind === 'organization')
    return {
      isSame: fragment`true`,
      same: fragment`array['name']`,
      columns: fragment`null as organization_name, r.address ->> 'value' as address, '[]'::jsonb as emails, '[]'::jsonb as phones`,
      joins: fragment``,
    }
  return {
    isSame: fragment`(o.org_id = s.org_id or ${SHARED.email} or ${SHARED.phone})`,
    same: fragment`array_remove(array['name', case when ${SHARED.email} then 'email' end, case when ${SHARED.phone} then 'phone' end,
      case when o.org_id = s.org_id then 'organization' end], null)`,
    columns: fragment`case when ${maySeeName(actor, 'organization', 'org')} then org.name end as organization_name, null as address,
      jsonb_path_query_array(r.emails, '$[*].value') as emails, jsonb_path_query_array(r.phones, '$[*].value') as phones`,
    joins: fragment`left join crm.organization org on org.company_id = r.company_id and org.id = r.org_id`,
  }
}

/** Pairs among the records after a place, and the place that was come to; undefined at the end. */
export async function scanForPairs(
  { sql, actor }: Crm,
  kind: DuplicateKind,
  limit: number,
  after: ScanPlace | undefined,
): Promise<{ pairs: DuplicatePair[]; last: ScanPlace | undefined }> {
  const { isSame, same, columns, joins } = sqlOf(actor, kind)
  const table = sql(kind)
  const separate = sql(`${kind}_kept_separate`)
  const beyond = after ? sql`(lower(p.name), p.id) > (${after.key}, ${after.id}::bigint)` : sql`true`
  const shown = (id: string) => sql`(select row_to_json(w) from (select r.id, r.name, r.owner_id, ${columns},
    crm.time_v2(r.add_time) as add_time from crm.${table} r ${joins} where r.company_id = ${actor.companyId} and r.id = ${sql(id)}) w)`
  const [end] = await sql<ScanPlace[]>`
    select lower(p.name) as key, p.id from crm.${table} p
    where p.company_id = ${actor.companyId} and not p.is_deleted and ${beyond}
    order by lower(p.name), p.id offset ${SCANNED - 1} limit 1`
  const upto = end ? sql`(lower(p.name), p.id) <= (${end.key}, ${end.id}::bigint)` : sql`true`
  const rows = await sql<(DuplicatePair & ScanPlace)[]>`
    select pair.key, pair.first_id as id, pair.same, ${shown('pair.first_id')} as first, ${shown('pair.second_id')} as second
    from (select lower(s.name) as key, s.id as first_id, o.id as second_id, ${same} as same
      from (select * from crm.${table} p where p.company_id = ${actor.companyId} and not p.is_deleted and ${beyond} and ${upto}
        order by lower(p.name), p.id) s
      cross join lateral (select n.* from crm.${table} n
        where n.company_id = ${actor.companyId} and not n.is_deleted and lower(n.name) = lower(s.name) and n.id > s.id
        order by n.id limit ${COMPARED}) o
      where ${isSame} and ${maySee(actor, kind, 's')} and ${maySee(actor, kind, 'o')}
        and not exists (select from crm.${separate} k
          where k.company_id = s.company_id and k.first_id = s.id and k.second_id = o.id)
      order by lower(s.name), s.id, o.id limit ${limit}) pair
    order by pair.key, pair.first_id, pair.second_id`
  const cut = rows.length === limit ? rows.at(-1) : undefined
  return { pairs: rows.map(({ same, first, second }) => ({ same, first, second })), last: cut ?? end }
}

/** Refuses records that are not there for the caller; those of a merge or deletion under way are waited for. */
export async function requireBoth({ sql, actor }: Crm, kind: DuplicateKind, first: number, second: number) {
  const found = await sql`
    select from crm.${sql(kind)} r where r.company_id = ${actor.companyId} and r.id = any(${[first, second]}::bigint[])
      and not r.is_deleted and ${maySee(actor, kind, 'r')} for key share of r`
  if (found.length < 2)
    throw failure('missing', `ids names a ${kind} that does not exist or that you may not see`, { field: 'ids' })
}

export async function keepSeparate({ sql, actor }: Crm, kind: DuplicateKind, first: number, second: number) {
  const [kept] = await sql<{ count: number }[]>`
    select count(*)::int as count from crm.${sql(`${kind}_kept_separate`)}
    where company_id = ${actor.companyId} and first_id = ${first}`
  if ((kept?.count ?? 0) >= LIMITS.keptSeparate)
    throw failure('conflict', `This ${kind} is kept separate from ${LIMITS.keptSeparate} others, which is the most`)
  await sql`
    insert into crm.${sql(`${kind}_kept_separate`)} (company_id, first_id, second_id, user_id)
    values (${actor.companyId}, ${first}, ${second}, ${actor.userId}) on conflict do nothing`
}

export async function offerAgain({ sql, actor }: Crm, kind: DuplicateKind, first: number, second: number) {
  await sql`
    delete from crm.${sql(`${kind}_kept_separate`)}
    where company_id = ${actor.companyId} and first_id = ${first} and second_id = ${second}`
}
