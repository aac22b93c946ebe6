import { type Fragment, fragment as sql } from '@portico/kit/database/sql'

/** The columns of `crm.goal g` on the wire. There are no reports that a goal could be part of. */
export const goalColumns: Fragment = sql`
  g.id, g.owner_id, g.title,
  json_build_object('name', g.type_name, 'params',
    json_build_object('pipeline_id', g.pipeline_ids, 'activity_type_id', g.activity_type_ids, 'stage_id', g.stage_id)) as type,
  json_build_object('id', g.assignee_id, 'type', g.assignee_type) as assignee, g.interval,
  json_build_object('start', g.duration_start, 'end', g.duration_end) as duration,
  json_build_object('target', g.target, 'tracking_metric', g.tracking_metric, 'currency_id', g.currency_id) as expected_outcome,
  not g.is_deleted as is_active, array[]::text[] as report_ids`
