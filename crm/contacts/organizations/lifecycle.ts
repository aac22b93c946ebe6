import { fragment as sql } from '@portico/kit/database/sql'
import type { WhenMerged, WhenPurged } from '../../base/records/lifecycle.ts'
import { relinkProjects } from '../../work/projects/linkStore.ts'
import { moveRelationships } from '../relationships/moveRelationships.ts'

const NAMED_BY = [
  ['person', 'org_id'],
  ['deal', 'org_id'],
  ['lead', 'organization_id'],
  ['activity', 'org_id'],
  ['file', 'org_id'],
  ['note', 'org_id'],
  ['call_log', 'org_id'],
] as const

export const whenMerged: WhenMerged = {
  moves: NAMED_BY,
  namedIn: 'org',
  begin: async (crm, merged, survivor) => async () => {
    await moveRelationships(crm, merged.id, survivor.id)
    await relinkProjects(crm, 'org_ids', merged.id, survivor.id)
  },
}

export const whenPurged: WhenPurged = {
  table: 'organization',
  named: NAMED_BY,
  namedIn: 'org',
  // A lead without any contact is none.
  neededBy: sql`select from crm.lead x where x.company_id = r.company_id and x.organization_id = r.id and x.person_id is null`,
}
