import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import type { Actor } from '../../../base/access/actor.ts'

/** The records a note is on, joined to `crm.note n`. Whoever sees a note sees all of them. */
export const noteJoins: Fragment = sql`
  join crm.app_user author on author.company_id = n.company_id and author.id = n.user_id
  left join crm.deal deal on deal.company_id = n.company_id and deal.id = n.deal_id
  left join crm.lead lead on lead.company_id = n.company_id and lead.id = n.lead_id
  left join crm.person person on person.company_id = n.company_id and person.id = n.person_id
  left join crm.organization org on org.company_id = n.company_id and org.id = n.org_id
  left join crm.project project on project.company_id = n.company_id and project.id = n.project_id
  left join crm.task task on task.company_id = n.company_id and task.id = n.task_id`

/** The columns of `crm.note n` on the wire, with what it is on joined. */
export function noteColumns({ userId }: Actor): Fragment {
  return sql`
    n.id, n.user_id, json_build_object('email', author.email, 'name', author.name, 'icon_url', author.icon_url,
      'is_you', author.id = ${userId}) as user,
    n.deal_id, case when deal.id is not null then json_build_object('title', deal.title) end as deal,
    n.lead_id, case when lead.id is not null then json_build_object('title', lead.title) end as lead,
    n.person_id, case when person.id is not null then json_build_object('name', person.name) end as person,
    n.org_id, case when org.id is not null then json_build_object('name', org.name) end as organization,
    n.project_id, case when project.id is not null then json_build_object('title', project.title) end as project,
    n.task_id, case when task.id is not null then json_build_object('title', task.title) end as task, n.content,
    n.pinned_to_deal_flag, n.pinned_to_lead_flag, n.pinned_to_person_flag, n.pinned_to_organization_flag,
    n.pinned_to_project_flag, n.pinned_to_task_flag, not n.is_deleted as active_flag,
    crm.time_v1(n.add_time) as add_time, crm.time_v1(n.update_time) as update_time, n.last_update_user_id`
}

/** The columns of `crm.comment c` on the wire. */
export const commentColumns: Fragment = sql`
  c.id as uuid, 'note' as object_type, c.note_id::text as object_id, c.content, c.user_id, c.updater_id, c.company_id,
  not c.is_deleted as active_flag, crm.time_v1(c.add_time) as add_time, crm.time_v1(c.update_time) as update_time`
