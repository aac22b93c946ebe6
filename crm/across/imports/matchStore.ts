import type { Fragment, Sql } from '@portico/kit/database/sql'
import { maySee } from '../../base/access/visibility.ts'
import type { Crm } from '../../base/api/context.ts'
import type { ImportKind } from './targets.ts'

/*
 * Which records are there already, for many rows with one statement each. Of several that match, the oldest is taken.
 * Names are compared as search does, in whatever way the database knows small letters. Each is planned anew: a plan for
 * the empty table that an import began with goes through every record later on.
 */

/**
 * PostgreSQL learns within a minute that a table has grown; until then it goes through all records of a company that it
 * takes for empty. Of persons it has to know how their e-mail addresses and phones are spread.
 */
export async function countAnew(sql: Sql): Promise<void> {
  await sql`analyze crm.organization (company_id), crm.person, crm.deal (company_id), crm.product (company_id),
    crm.organization_words (company_id), crm.person_words (company_id), crm.deal_words (company_id),
    crm.product_words (company_id)`
}

export type FoundIds = ReadonlyMap<number, number>

/** By ids that the file names. */
export function matchIds(crm: Crm, kind: ImportKind, wanted: ReadonlyMap<number, number>): Promise<FoundIds> {
  const { sql } = crm
  const given = [...wanted].map(([nr, id]) => ({ nr, id }))
  return found(crm, kind, given, sql`w (nr integer, id bigint)`, sql`r.id = w.id`)
}

/** Persons by any of their e-mail addresses, which are in lower case. */
export function matchEmails(crm: Crm, wanted: readonly { nr: number; email: string }[]): Promise<FoundIds> {
  const lower = wanted.map(({ nr, email }) => ({ nr, point: email.toLowerCase() }))
  return matchPoints(crm, lower, crm.sql`crm.email_addresses(r.emails)`)
}

/** Persons by the digits of any of their phone numbers. */
export function matchPhones(crm: Crm, wanted: readonly { nr: number; digits: string }[]): Promise<FoundIds> {
  const digits = wanted.map(({ nr, digits }) => ({ nr, point: digits }))
  return matchPoints(crm, digits, crm.sql`crm.phone_digits(r.phones)`, crm.sql`r.phones <> '[]'`)
}

/** Found by an index for all rows at once, and then told apart by their points. */
async function matchPoints(
  { sql, actor }: Crm,
  wanted: readonly { nr: number; point: string }[],
  points: Fragment,
  indexed: Fragment = sql`true`,
): Promise<FoundIds> {
  if (wanted.length === 0) return new Map()
  const all = wanted.map(({ point }) => point)
  const rows = await sql<{ nr: number; id: number }[]>`
    select w.nr, min(found.id) as id
    from (select r.id, unnest(${points}) as point from crm.person r
      where r.company_id = ${actor.companyId} and ${indexed} and ${points} && ${all}::text[]
        and not r.is_deleted and ${maySee(actor, 'person', 'r')}) found
    join unnest(${wanted.map(({ nr }) => nr)}::integer[], ${all}::text[]) w (nr, point) on w.point = found.point
    group by w.nr`.freshlyPlanned()
  return new Map(rows.map(({ nr, id }) => [nr, id]))
}

/** Products by their code. */
export function matchCodes(crm: Crm, wanted: readonly { nr: number; code: string }[]): Promise<FoundIds> {
  const { sql } = crm
  return found(crm, 'product', wanted, sql`w (nr integer, code text)`, sql`r.code = w.code`)
}

export interface WantedName {
  nr: number
  name: string
  person_id?: number | null
  org_id?: number | null
}

/** By name: persons within their organization, deals with their contacts. */
export function matchNames(crm: Crm, kind: ImportKind, wanted: readonly WantedName[]): Promise<FoundIds> {
  const { sql, actor } = crm
  const org = sql`r.org_id is not distinct from w.org_id`
  const linked =
    kind === 'person'
      ? sql`and ${org}`
      : kind === 'deal'
        ? sql`and ${org} and r.person_id is not distinct from w.person_id`
        : sql``
  const all = wanted.map(({ name }) => name)
  // Looked up for all rows at once: row by row the database may go through every name for each.
  const same = sql`r.id in (select n.id from crm.${sql(`${kind}_words`)} n
      where n.company_id = ${actor.companyId}
        and n.name = any(array(select crm.search_name(given) from unnest(${all}::text[]) given)))
    and crm.search_name(${kind === 'deal' ? sql`r.title` : sql`r.name`}) = crm.search_name(w.name) ${linked}`
  return found(crm, kind, wanted, sql`w (nr integer, name text, person_id bigint, org_id bigint)`, same)
}

async function found(
  { sql, actor }: Crm,
  kind: ImportKind,
  wanted: readonly object[],
  shape: Fragment,
  same: Fragment,
): Promise<FoundIds> {
  if (wanted.length === 0) return new Map()
  const rows = await sql<{ nr: number; id: number }[]>`
    select w.nr, min(r.id) as id from jsonb_to_recordset(${JSON.stringify(wanted)}::text::jsonb) ${shape}
    join crm.${sql(kind)} r on r.company_id = ${actor.companyId} and ${same}
    where not r.is_deleted and ${maySee(actor, kind, 'r')} group by w.nr`.freshlyPlanned()
  return new Map(rows.map(({ nr, id }) => [nr, id]))
}

export interface Points {
  id: number
  emails: { value: string; label: string; primary: boolean }[]
  phones: { value: string; label: string; primary: boolean }[]
}

/** What persons have already, so that what a file says is added to it. */
export async function contactPoints({ sql, actor }: Crm, ids: readonly number[]): Promise<ReadonlyMap<number, Points>> {
  const rows = await sql<Points[]>`
    select p.id, p.emails, p.phones from crm.person p
    where p.company_id = ${actor.companyId} and p.id = any(${ids}::bigint[]) order by p.id for update`
  return new Map(rows.map(row => [row.id, row]))
}
