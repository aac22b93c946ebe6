import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import type { Crm } from '../../base/api/context.ts'
import { equal } from '../../base/lists/conditions.ts'
import { filterCondition } from '../../base/lists/storedFilter.ts'
import { shownStatus } from './fields.ts'
import { isAbout } from './links.ts'

export interface ProjectQuery {
  filter_id?: number | undefined
  status?: readonly string[] | undefined
  phase_id?: number | undefined
  deal_id?: number | undefined
  person_id?: number | undefined
  org_id?: number | undefined
}

/** The projects that a list is asked for, of `crm.project p`; deleted ones only when their status is asked for. */
export async function wantedProjects(crm: Crm, query: ProjectQuery): Promise<Fragment> {
  const { filter_id, status, phase_id, deal_id, person_id, org_id } = query
  // A stored filter takes the place of all conditions on single fields.
  if (filter_id) return sql`not p.is_deleted and ${await filterCondition(crm, 'projects', filter_id, 'p')}`
  return sql`${status ? sql`${shownStatus('p')} = any(${status as string[]}::text[])` : sql`not p.is_deleted`}
    and ${equal('p', { phase_id })}
    ${deal_id ? sql`and ${isAbout('deal_ids', 'p', deal_id)}` : sql``}
    ${person_id ? sql`and ${isAbout('person_ids', 'p', person_id)}` : sql``}
    ${org_id ? sql`and ${isAbout('org_ids', 'p', org_id)}` : sql``}`
}
