import { fragment } from '@portico/kit/database/sql'
import { logChange } from '../../base/changes/logStore.ts'
import type { WhenMerged, WhenPurged } from '../../base/records/lifecycle.ts'
import { attendeesMentioning, moveAttendees } from '../../work/activities/attendees.ts'
import { watchParticipants } from '../../work/activities/watchParticipants.ts'
import { relinkProjects } from '../../work/projects/linkStore.ts'
import { removePictures } from './pictureStore.ts'

const NAMED_BY = [
  ['deal', 'person_id'],
  ['lead', 'person_id'],
  ['activity', 'person_id'],
  ['file', 'person_id'],
  ['note', 'person_id'],
  ['call_log', 'person_id'],
] as const

export const whenMerged: WhenMerged = {
  moves: NAMED_BY,
  namedIn: 'people',
  links: [
    {
      table: 'participant',
      column: 'person_id',
      partner: 'deal_id',
      async moved(crm, { deal_id, person_id }, mergedId) {
        await logChange(crm, 'participant', deal_id, 'deleted', { person_id: mergedId })
        await logChange(crm, 'participant', deal_id, 'added', { person_id })
      },
    },
    { table: 'activity_participant', column: 'person_id', partner: 'activity_id' },
    // A message may name a person twice, so each party moves by itself.
    { table: 'mail_party', column: 'person_id', partner: 'id' },
  ],
  async begin(crm, merged, survivor) {
    const logMoved = await watchParticipants(crm, [merged.id, survivor.id])
    return async () => {
      await moveAttendees(crm, merged.id, survivor.id)
      await relinkProjects(crm, 'person_ids', merged.id, survivor.id)
      await logMoved()
    }
  },
}

export const whenPurged: WhenPurged = {
  table: 'person',
  named: NAMED_BY,
  namedIn: 'people',
  // A lead without any contact is none.
  neededBy: fragment`select from crm.lead x where x.company_id = r.company_id and x.person_id = r.id and x.organization_id is null`,
  files: removePictures,
  mentions: attendeesMentioning,
}
