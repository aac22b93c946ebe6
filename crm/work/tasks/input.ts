import { DateText, Id, nullable, optional } from '@portico/kit/api/schemas'
import Type, { type Static, type TObject } from 'typebox'
import { LIMITS } from '../../base/limits/atRest.ts'
import { Name } from '../../base/records/name.ts'
import { decideAssignees } from './rules.ts'

/** A write of a task, whichever version it was asked in. What is undefined stays as it is. */
export interface TaskInput {
  title?: string | undefined
  description?: string | null | undefined
  project_id?: number | undefined
  parent_task_id?: number | null | undefined
  is_done?: boolean | undefined
  is_milestone?: boolean | undefined
  start_date?: string | null | undefined
  due_date?: string | null | undefined
  assignee_ids?: number[] | undefined
  priority?: number | null | undefined
}

/** The contract writes these as 0 and 1. */
export const Flag = Type.Union([Type.Integer({ minimum: 0, maximum: 1 }), Type.Boolean()])

/** What callers of both versions may write beside the title and the project. */
export const writable = {
  parent_task_id: optional(nullable(Id)),
  description: optional(nullable(Type.String({ maxLength: LIMITS.textCharacters }))),
  done: optional(Flag),
  due_date: optional(nullable(DateText)),
  assignee_id: optional(nullable(Id)),
  assignee_ids: optional(Type.Array(Id, { maxItems: LIMITS.taskAssignees })),
}

/** The same for a change, where the title and the project may stay. */
export const changeable = { title: optional(Name), project_id: optional(Id), ...writable }

/** What v2 alone takes. */
interface InV2 {
  milestone?: Static<typeof Flag> | undefined
  start_date?: string | null | undefined
  priority?: number | null | undefined
}

/** What either version was sent, as a write. */
export function taskFrom<Body extends Static<TObject<typeof changeable>> & InV2>(body: Body) {
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
