import { Id } from '@portico/kit/api/schemas'
import Type from 'typebox'
import type { PlainValues } from '../../base/fields/derive.ts'
import type { CustomPatch } from '../../base/fields/values.ts'
import { LIMITS } from '../../base/limits/atRest.ts'
import type { projectFields } from './fields.ts'
import type { LinkList } from './links.ts'
import type { ProjectStatus } from './rules.ts'

/** Ids of the deals, persons or organizations that a project is about. */
export const LinkedIds = Type.Array(Id, { maxItems: LIMITS.projectLinks })

/** A write of a project, whichever version it was asked in. What is undefined stays as it is. */
export interface ProjectInput
  extends PlainValues<typeof projectFields>,
    Partial<Record<LinkList, readonly number[] | undefined>> {
  title?: string | undefined
  /** `deleted` deletes the project, any other brings a deleted one back. */
  status?: ProjectStatus | 'deleted' | undefined
  board_id?: number | undefined
  phase_id?: number | undefined
  owner_id?: number | undefined
  label_ids?: number[] | undefined
  is_archived?: boolean | undefined
  /** For a new project: what it is made from. */
  template_id?: number | undefined
  /** What happens to the custom fields, given those the project has. */
  custom(stored: Record<string, unknown>): CustomPatch
}
