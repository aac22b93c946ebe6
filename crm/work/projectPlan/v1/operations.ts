import { answer } from '@portico/kit/api/answer'
import { Id, named, nullable, oneOf, optional } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { nothingBeside } from '../../../base/api/envelope.ts'
import { v1 } from '../../../base/api/operation.ts'
import { requireUndeletedProject } from '../../projectStore.ts'
import { type Moved, moveActivity, moveTask } from '../move.ts'
import { selectPlan } from '../store.ts'

const READERS = ['projects:read', 'projects:full'] as const
const WRITERS = ['projects:full'] as const

const PlanItem = named(
  'ProjectPlanItem',
  Type.Object({
    item_id: Type.Integer({ description: 'The id of the task or of the activity' }),
    item_type: oneOf(['task', 'activity']),
    phase_id: nullable(Type.Integer()),
    group_id: nullable(Type.Integer()),
  }),
)
type PlanItem = Static<typeof PlanItem>

const body = {
  phase_id: optional(nullable(Id)),
  group_id: optional(nullable(Id)),
}

const getPlan = v1({
  route: 'GET /projects/{id}/plan',
  summary: 'Get the plan of a project: its tasks and activities by phase and group',
  scopes: READERS,
  params: { id: Id },
  reply: Type.Array(PlanItem),
  beside: nothingBeside,
  cost: 20,
  async run({ params }, crm) {
    await requireUndeletedProject(crm, params.id)
    return selectPlan(crm, params.id)
  },
})

const putActivity = v1({
  route: 'PUT /projects/{id}/plan/activities/{activityId}',
  summary: 'Move an activity of a project to another phase or group',
  description: 'Null takes it out of its phase or group.',
  ifMatch: true,
  scopes: WRITERS,
  params: { id: Id, activityId: Id },
  body,
  reply: PlanItem,
  beside: nothingBeside,
  cost: 10,
  run: async ({ params, body }, crm) => answerMoved(await moveActivity(crm, params.id, params.activityId, body)),
})

const putTask = v1({
  route: 'PUT /projects/{id}/plan/tasks/{taskId}',
  summary: 'Move a task of a project, with its subtasks, to another phase or group',
  description: 'Null takes it out of its phase or group.',
  ifMatch: true,
  scopes: WRITERS,
  params: { id: Id, taskId: Id },
  body,
  reply: PlanItem,
  beside: nothingBeside,
  cost: 10,
  run: async ({ params, body }, crm) => answerMoved(await moveTask(crm, params.id, params.taskId, body)),
})

function answerMoved({ item, version }: Moved) {
  return answer<PlanItem>(item, { headers: { etag: `"${version}"` } })
}

export const projectPlan = [getPlan, putActivity, putTask]
