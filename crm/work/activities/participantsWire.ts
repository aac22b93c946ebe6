import { type Fragment, fragment as sql } from '@portico/kit/database/sql'

/** Persons who take part, the primary one first; the versions call the mark differently. */
export function participantsOf(mark: 'primary' | 'primary_flag', taking: Fragment = participants): Fragment {
  return sql`(select coalesce(json_agg(json_build_object('person_id', p.person_id, ${mark}::text, p.is_primary)
      order by p.is_primary desc, p.person_id), '[]') from ${taking} p)`
}

/** The primary participant of the activity `a` is its person: that is kept in one place only. */
export const participants: Fragment = sql`(
  select a.person_id, true as is_primary where a.person_id is not null
  union all
  select x.person_id, false from crm.activity_participant x
  where x.company_id = a.company_id and x.activity_id = a.id and x.person_id is distinct from a.person_id)`

/** The participants that a record of the log has, but for persons who were removed for good. */
export function participantsIn(record: Fragment): Fragment {
  return sql`(select x.person_id, x.primary as is_primary
    from jsonb_to_recordset(${record} -> 'participants') x (person_id bigint, "primary" boolean)
    join crm.person person on person.company_id = a.company_id and person.id = x.person_id)`
}
