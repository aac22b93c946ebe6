import { DateText, Id, nullable, optional } from '@portico/kit/api/schemas'
import Type, { type Static, type TObject } from 'typebox'
import { LIMITS } from '../../../base/limits/atRest.ts'
import { Name } from '../../../base/records/name.ts'
import type { TaskInput } from '../input.ts'
import { decideAssignees } from '../rules.ts'

/** The contract writes these as 0 and 1. */
export const Flag = Type.Union([Type.Integer({ minimum: 0, maximum: 1 }), Type.Boolean()])

/** What callers of both versions write alike. */
export const writable = {
  parent_task_id: optional(nullable(Id)),
  description: optional(nullable(Type.String({ maxLength: LIMITS.textCharacters }))),
  done: optional(Flag),
  due_date: optional(nullable(DateText)),
  assignee_id: optional(nullable(Id)),
  assignee_ids: optional(Type.Array(Id, { maxItems: LIMITS.taskAssignees })),
}

/** What a v2 caller may write beside the title and the project. */
export const writableV2 = {
  ...writable,
  milestone: optional(Flag),
  start_date: optional(nullable(DateText)),
  priority: optional(nullable(Type.Integer({ minimum: 0, maximum: 2_147_483_647 }))),
}

const changeable = { title: optional(Name), project_id: optional(Id), ...writableV2 }

export const changeableV2 = Type.Object(changeable)

/** What either version was sent, as a write. */
export function taskFrom<Body extends Static<TObject<typeof changeable>>>(body: Body) {
  const { done, milestone, assignee_id, assignee_ids, ...plain } = body
  return {
    ...plain,
    is_done: flagged(done),
    is_milestone: flagged(milestone),
    assignee_ids: decideAssignees({ assignee_id, assignee_ids }),
  } satisfies TaskInput
}

function flagged(flag: Static<typeof Flag> | undefined): boolean | undefined {
  return flag === undefined ? undefined : Boolean(flag)
}
