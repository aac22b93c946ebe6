import { Id, nullable, optional } from '@portico/kit/api/schemas'
import Type, { type Static, type TObject } from 'typebox'
import { LIMITS } from '../../../base/limits/atRest.ts'
import { Name } from '../../../base/records/name.ts'
import { LAST_HOUR_OF_DAY, MOST_HOURS, readClock } from '../../activities/rules.ts'
import type { TemplateInput } from '../input.ts'
import { MOST_DAYS } from '../rules.ts'
import type { TemplateActivity, TemplateSubtask, TemplateTask } from '../shape.ts'

const Text = optional(nullable(Type.String({ maxLength: LIMITS.textCharacters })))
const Clock = optional(nullable(Type.String({ maxLength: 20 })))
const Days = Type.Integer({
  minimum: -MOST_DAYS,
  maximum: MOST_DAYS,
  description: 'Days after the start of the project',
})
const Priority = optional(nullable(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })))
const strict = { additionalProperties: false }

const task = {
  title: Name,
  description: Text,
  is_milestone: optional(Type.Boolean()),
  priority: Priority,
  assignee_ids: optional(Type.Array(Id, { maxItems: LIMITS.taskAssignees })),
  start_in_days: optional(nullable(Days)),
  due_in_days: optional(nullable(Days)),
}
const place = { phase_id: optional(nullable(Id)), group: optional(nullable(Name)) }

const GivenSubtask = Type.Object(task, strict)
const GivenTask = Type.Object(
  { ...task, ...place, subtasks: optional(Type.Array(GivenSubtask, { maxItems: LIMITS.templateTasks })) },
  strict,
)
const GivenActivity = Type.Object(
  {
    subject: optional(Name),
    type: Type.String({ maxLength: LIMITS.lineCharacters }),
    owner_id: optional(nullable(Id)),
    due_in_days: optional(Days),
    due_time: Clock,
    duration: Clock,
    note: Text,
    public_description: Text,
    priority: Priority,
    ...place,
  },
  strict,
)

export const writable = {
  description: Text,
  groups: optional(Type.Array(Name, { maxItems: LIMITS.templateGroups })),
  tasks: optional(Type.Array(GivenTask, { maxItems: LIMITS.templateTasks })),
  activities: optional(Type.Array(GivenActivity, { maxItems: LIMITS.templateActivities })),
}

const changeable = { title: optional(Name), projects_board_id: optional(Id), ...writable }

export const Changeable = Type.Object(changeable)

export function templateFrom(body: Static<TObject<typeof changeable>>): TemplateInput {
  return {
    ...body,
    tasks: body.tasks?.map(taskOf),
    activities: body.activities?.map(activityOf),
  }
}

function taskOf(given: Static<typeof GivenTask>): TemplateTask {
  const { phase_id = null, group = null, subtasks = [] } = given
  return { ...subtaskOf(given), phase_id, group, subtasks: subtasks.map(subtaskOf) }
}

function subtaskOf(given: Static<typeof GivenSubtask>): TemplateSubtask {
  const { title, description = null, is_milestone = false, priority = null, assignee_ids = [] } = given
  const { start_in_days = null, due_in_days = null } = given
  return { title, description, is_milestone, priority, assignee_ids, start_in_days, due_in_days }
}

function activityOf(given: Static<typeof GivenActivity>, index: number): TemplateActivity {
  const { type, subject = '', owner_id = null, due_in_days = 0, note = null, public_description = null } = given
  const { priority = null, phase_id = null, group = null } = given
  return {
    subject,
    type,
    owner_id,
    due_in_days,
    due_time: readClock(given.due_time, `activities.${index}.due_time`, LAST_HOUR_OF_DAY) ?? null,
    duration: readClock(given.duration, `activities.${index}.duration`, MOST_HOURS) ?? null,
    note,
    public_description,
    priority,
    phase_id,
    group,
  }
}
