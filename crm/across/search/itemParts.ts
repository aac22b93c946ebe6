import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import type { Actor } from '../../base/access/actor.ts'
import { maySee } from '../../base/access/visibility.ts'
import { LINKED, type LinkList } from '../../work/projects/links.ts'

/** Pieces that the items of several kinds have alike; the record is `r`. */

/** A linked record is joined when the caller may see it. */
export function linkedPerson(actor: Actor, column: string): Fragment {
  return sql`left join crm.person person on person.company_id = r.company_id and person.id = r.${sql(column)}
    and ${maySee(actor, 'person', 'person')}`
}

export function linkedOrganization(actor: Actor, column: string): Fragment {
  return sql`left join crm.organization organization on organization.company_id = r.company_id
    and organization.id = r.${sql(column)} and ${maySee(actor, 'organization', 'organization')}`
}

/** The first record of a list that the caller may see. */
export function firstLinked(actor: Actor, list: LinkList, alias: string): Fragment {
  const { table, column, entity } = LINKED[list]
  return sql`left join lateral (
    select linked.* from crm.${sql(table)} l
    join crm.${sql(entity)} linked on linked.company_id = l.company_id and linked.id = l.${sql(column)}
    where l.company_id = r.company_id and l.project_id = r.id and not linked.is_deleted and ${maySee(actor, entity, 'linked')}
    order by l.nr limit 1) ${sql(alias)} on true`
}

export function named(alias: string): Fragment {
  return sql`case when ${sql(alias)}.id is not null then json_build_object('id', ${sql(alias)}.id, 'name', ${sql(alias)}.name) end`
}

export function titled(alias: string): Fragment {
  return sql`case when ${sql(alias)}.id is not null then json_build_object('id', ${sql(alias)}.id, 'title', ${sql(alias)}.title) end`
}

export function contacts(column: string): Fragment {
  return sql`(select coalesce(json_agg(entry ->> 'value'), '[]') from jsonb_array_elements(${sql(column)}) entry)`
}
