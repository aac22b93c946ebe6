import type { Crm } from '../../base/api/context.ts'
import { updateRecords } from '../../base/changes/write.ts'

/** For a merge: activities that have the merged person among their attendees have the survivor there from now on. */
export async function moveAttendees(crm: Crm, personId: number, into: number): Promise<void> {
  const { sql } = crm
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
