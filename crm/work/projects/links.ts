import { type Fragment, fragment as sql } from '@portico/kit/database/sql'

/** The records a project is about: for each list of them the table of links and the column that names one. */
export const LINKED = {
  deal_ids: { table: 'project_deal', column: 'deal_id', entity: 'deal' },
  person_ids: { table: 'project_person', column: 'person_id', entity: 'person' },
  org_ids: { table: 'project_organization', column: 'org_id', entity: 'organization' },
} as const

export type LinkList = keyof typeof LINKED
export type Links = Record<LinkList, number[]>

export const LINK_LISTS = Object.keys(LINKED) as LinkList[]

/** A value for each list, by its name. */
function forEachList<T>(give: (list: LinkList) => T): Record<LinkList, T> {
  return Object.fromEntries(LINK_LISTS.map(list => [list, give(list)])) as Record<LinkList, T>
}

/** The ids of a list in their order, of `crm.project` under an alias. */
export function linkedIds(list: LinkList, alias: string): Fragment {
  const { table, column } = LINKED[list]
  const p = sql(alias)
  return sql`array(select l.${sql(column)} from crm.${sql(table)} l
    where l.company_id = ${p}.company_id and l.project_id = ${p}.id order by l.nr, l.${sql(column)})`
}

/** The ids of each list, as SQL. */
export type IdsOfList = (list: LinkList) => Fragment

export function linkedTo(alias: string): IdsOfList {
  return list => linkedIds(list, alias)
}

/** Those that a record of the log has. */
export function linkedThen(record: Fragment): IdsOfList {
  return list =>
    sql`array(select linked.value::bigint from jsonb_array_elements_text(${record} -> ${list}::text) linked)`
}

/** Whether a project under an alias is about a record. */
export function isAbout(list: LinkList, alias: string, id: number): Fragment {
  const { table, column } = LINKED[list]
  const p = sql(alias)
  return sql`exists (select from crm.${sql(table)} l
    where l.company_id = ${p}.company_id and l.project_id = ${p}.id and l.${sql(column)} = ${id})`
}

/** The links after a write: a list that is given replaces the one there was, each record once. */
export function decideLinks(before: Links, given: Partial<Record<LinkList, readonly number[] | undefined>>): Links {
  return forEachList(list => [...new Set(given[list] ?? before[list])])
}

export const NO_LINKS: Links = forEachList(() => [])
