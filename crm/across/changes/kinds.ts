import type { RecordId, Revert } from '../../base/records/revert.ts'
import { organizationKind } from '../../contacts/organizations/kind.ts'
import { personKind } from '../../contacts/persons/kind.ts'
import { dealKind } from '../../sales/deals/kind.ts'
import { leadKind } from '../../sales/leads/kind.ts'
import { pipelineKind } from '../../sales/pipelines/kind.ts'
import { productKind } from '../../sales/products/kind.ts'
import { stageKind } from '../../sales/stages/kind.ts'
import { activityKind } from '../../work/activities/kind.ts'
import { fileRevert } from '../../work/files/revert.ts'
import { commentKind, noteKind } from '../../work/notes/kind.ts'
import { boardKind } from '../../work/projectBoards/kind.ts'
import { phaseKind } from '../../work/projectPhases/kind.ts'
import { projectKind } from '../../work/projects/kind.ts'
import { taskRevert } from '../../work/tasks/revert.ts'

const RECORD_KINDS = [
  dealKind,
  personKind,
  organizationKind,
  productKind,
  activityKind,
  leadKind,
  noteKind,
  commentKind,
  projectKind,
  boardKind,
  phaseKind,
  pipelineKind,
  stageKind,
] as const

const KINDS: readonly Revert[] = [...RECORD_KINDS.map(kind => kind.revert), fileRevert, taskRevert]

/** Kinds of records whose changes can be read and undone, by their names in the log. */
export const REVERTIBLE: ReadonlyMap<string, Revert> = new Map(KINDS.map(kind => [kind.table, kind]))

/** The scopes that open one of them. */
export function scopesOf(access: 'read' | 'write'): string[] {
  return [...new Set(KINDS.flatMap(({ scopes }) => scopes[access]))]
}

export function idOf({ ids }: Revert, entityId: string): RecordId {
  return ids === 'uuids' ? entityId : Number(entityId)
}
