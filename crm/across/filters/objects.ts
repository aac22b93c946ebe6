import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import type { Actor } from '../../base/access/actor.ts'
import { maySee } from '../../base/access/visibility.ts'
import type { FilterType } from '../../base/lists/filterTypes.ts'
import { maySeeActivity } from '../../work/activities/visibility.ts'
import type { FilterObject } from './columns.ts'

/** Which records a filter of each type can look at: its own, and those related to it by the given link. */
const REACHABLE: Record<FilterType, Partial<Record<FilterObject, 'itself' | Link>>> = {
  deals: {
    deal: 'itself',
    person: to('person_id'),
    organization: to('org_id'),
    product: through('deal_product', 'deal_id', 'product_id'),
    activity: from('deal_id'),
  },
  people: {
    person: 'itself',
    organization: to('org_id'),
    deal: from('person_id'),
    lead: from('person_id'),
    activity: from('person_id'),
  },
  org: {
    organization: 'itself',
    person: from('org_id'),
    deal: from('org_id'),
    lead: from('organization_id'),
    activity: from('org_id'),
  },
  products: { product: 'itself', deal: through('deal_product', 'product_id', 'deal_id') },
  activity: {
    activity: 'itself',
    deal: to('deal_id'),
    lead: to('lead_id'),
    person: to('person_id'),
    organization: to('org_id'),
    project: to('project_id'),
  },
  leads: {
    lead: 'itself',
    person: to('person_id'),
    organization: to('organization_id'),
    activity: from('lead_id'),
  },
  projects: {
    project: 'itself',
    deal: through('project_deal', 'project_id', 'deal_id'),
    person: through('project_person', 'project_id', 'person_id'),
    organization: through('project_organization', 'project_id', 'org_id'),
    activity: from('project_id'),
  },
}

/** The condition that joins a related record under one alias to the record under another. */
type Link = (related: string, record: string) => Fragment

export function reachOf(type: FilterType, object: FilterObject): 'itself' | Link | undefined {
  return REACHABLE[type][object]
}

/** Looks for a related record that the caller may see and for which the condition holds. */
export function someRelated(actor: Actor, object: FilterObject, link: Link, record: string, holds: Fragment): Fragment {
  const visible = object === 'activity' ? maySeeActivity(actor, RELATED) : maySee(actor, object, RELATED)
  return sql`exists (select from crm.${sql(object)} ${sql(RELATED)}
    where ${sql(RELATED)}.company_id = ${sql(record)}.company_id and ${link(RELATED, record)}
      and not ${sql(RELATED)}.is_deleted and ${visible} and ${holds})`
}

export const RELATED = 'related'

function to(column: string): Link {
  return (related, record) => sql`${sql(related)}.id = ${sql(record)}.${sql(column)}`
}

function from(column: string): Link {
  return (related, record) => sql`${sql(related)}.${sql(column)} = ${sql(record)}.id`
}

function through(table: string, here: string, there: string): Link {
  return (related, record) => sql`exists (select from crm.${sql(table)} t where t.company_id = ${sql(record)}.company_id
    and t.${sql(here)} = ${sql(record)}.id and t.${sql(there)} = ${sql(related)}.id)`
}
