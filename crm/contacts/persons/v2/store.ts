import type { Answered } from '@portico/kit/api/answer'
import type { Fragment } from '@portico/kit/database/sql'
import { maySee } from '../../../base/access/visibility.ts'
import type { Crm } from '../../../base/api/context.ts'
import { fieldsOf } from '../../../base/fields/check.ts'
import { type Keyset, keysetPage } from '../../../base/lists/cursor.ts'
import { rowLimit } from '../../../base/lists/limit.ts'
import type { WireRow } from '../../../base/records/version.ts'
import type { Person } from './shape.ts'
import { includedFacts, personColumnsV2 } from './wire.ts'

export async function findPersonV2(
  crm: Crm,
  id: number,
  include: readonly string[] = [],
): Promise<WireRow | undefined> {
  const { sql, actor } = crm
  const fields = await fieldsOf(crm, 'person')
  const facts = await includedFacts(crm, include)
  const [person] = await sql<WireRow[]>`
    select (select row_to_json(r) from (select ${personColumnsV2(fields)} ${facts.columns}) r)::text as wire, p.version
    from crm.person p ${facts.joins}
    where p.company_id = ${actor.companyId} and p.id = ${id} and ${maySee(actor, 'person', 'p')}`
  return person
}

export interface PersonFilter {
  /** A condition of its own, such as a stored filter. */
  where?: Fragment | undefined
  ids?: readonly number[] | undefined
  owner_id?: number | undefined
  org_id?: number | undefined
  deal_id?: number | undefined
  updated_since?: Date | undefined
  updated_until?: Date | undefined
}

/** One page of persons that are not deleted, with the fields that were asked for beside their own. */
export async function listPersonsV2(
  crm: Crm,
  filter: PersonFilter,
  page: Keyset,
  wanted: { limit: number; include?: readonly string[] | undefined; show?: (wire: string) => string },
): Promise<Answered<Person[]>> {
  const { sql, actor } = crm
  const fields = await fieldsOf(crm, 'person')
  const facts = await includedFacts(crm, wanted.include)
  const rows = sql`
    select (select row_to_json(r) from (select ${personColumnsV2(fields)} ${facts.columns}) r)::text as wire, p.id, p.sort_key
    from (
      select p.*, ${page.sortKey} as sort_key from crm.person p
      where p.company_id = ${actor.companyId} and not p.is_deleted and ${matching(crm, filter)}
        and ${maySee(actor, 'person', 'p')} and ${page.after}
      order by ${page.orderBy} limit ${rowLimit(wanted.limit + 1)}
    ) p ${facts.joins}
    order by ${page.orderBy}`
  return keysetPage<Person>(crm, rows, wanted.limit, wanted.show)
}

function matching({ sql, actor }: Crm, filter: PersonFilter): Fragment {
  return sql`${filter.where ?? sql`true`}
    ${filter.ids ? sql`and p.id = any(${filter.ids})` : sql``}
    ${filter.owner_id ? sql`and p.owner_id = ${filter.owner_id}` : sql``}
    ${filter.org_id ? sql`and p.org_id = ${filter.org_id}` : sql``}
    ${
      filter.deal_id
        ? sql`and p.id in (
            select d.person_id from crm.deal d where d.company_id = ${actor.companyId} and d.id = ${filter.deal_id} and ${maySee(actor, 'deal', 'd')}
            union all
            select x.person_id from crm.participant x join crm.deal d on d.company_id = x.company_id and d.id = x.deal_id
            where x.company_id = ${actor.companyId} and x.deal_id = ${filter.deal_id} and ${maySee(actor, 'deal', 'd')})`
        : sql``
    }
    ${filter.updated_since ? sql`and p.update_time >= ${filter.updated_since}` : sql``}
    ${filter.updated_until ? sql`and p.update_time < ${filter.updated_until}` : sql``}`
}
