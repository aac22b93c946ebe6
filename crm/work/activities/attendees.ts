import { fragment as sql } from '@portico/kit/database/sql'
import type { Crm } from '../../base/api/context.ts'
import { updateRecords } from '../../base/changes/write.ts'
import type { Mention, PurgedIds } from '../../base/records/lifecycle.ts'

/** For a merge: activities that have the merged person among their attendees have the survivor there from now on. */
export async function moveAttendees(crm: Crm, personId: number, into: number): Promise<void> {
  const moved = sql`(
    select jsonb_agg(case when guest @> ${personOf(personId)} then guest || ${personOf(into)} else guest end order by nr)
    from jsonb_array_elements(t.attendees) with ordinality list (guest, nr))`
  await updateRecords(
    crm,
    'activity',
    sql`attendees <> '[]' and attendees @> jsonb_build_array(${personOf(personId)})`,
    { attendees: moved },
    { bulk: true },
  )

  function personOf(person_id: number) {
    return sql`${JSON.stringify({ person_id })}::text::jsonb`
  }
}

/** Persons among the attendees of activities: they keep the name and the address they were invited by. */
export function attendeesMentioning(companyId: number, ids: PurgedIds): readonly Mention[] {
  const which = sql`id in (select named.id from unnest(${ids}::bigint[]) gone (id)
    join crm.activity named on named.company_id = ${companyId} and named.attendees <> '[]'
      and named.attendees @> jsonb_build_array(jsonb_build_object('person_id', gone.id)))`
  const set = sql`attendees = (
    select jsonb_agg(case when (guest ->> 'person_id')::bigint = any(${ids}::bigint[])
      then guest || '{"person_id": null}' else guest end order by nr)
    from jsonb_array_elements(t.attendees) with ordinality list (guest, nr))`
  return [{ table: 'activity', which, set }]
}
