import { failure } from '@portico/kit/api/failure'
import { Id, nullable, optional } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { app } from '../../../base/api/operation.ts'
import { removeBoard } from '../../projectBoards/write.ts'
import { findPhase } from '../store.ts'
import { removePhase } from '../write.ts'
import { countProjectsByPhase, countProjectsIn, lockPhases, moveProjects, phaseIdsOf } from './removalStore.ts'

const PhaseProjects = Type.Object({
  phase_id: Type.Integer(),
  projects: Type.Integer({ description: 'Archived and closed ones too' }),
})
export type PhaseProjects = Static<typeof PhaseProjects>

const rights = ['projects_admin'] as const

const getPhaseProjects = app({
  route: 'GET /phaseProjects',
  summary: 'Get how many projects are in each phase, for whoever sets up boards',
  rights,
  reply: Type.Array(PhaseProjects),
  cost: 20,
  run: (_, crm) => countProjectsByPhase(crm),
})

const Removed = Type.Object({
  id: Type.Integer(),
  phase_id: nullable(Type.Integer()),
  moved: Type.Integer({ description: 'Projects that went there' }),
})
const body = { phase_id: optional(Id) }

const removePhaseWithProjects = app({
  route: 'POST /phases/{id}/removal',
  summary: 'Delete a phase, and move its projects to the phase that is named; both or neither',
  rights,
  params: { id: Id },
  body,
  reply: Removed,
  cost: 20,
  async run({ params: { id }, body: { phase_id } }, crm) {
    const moved = await emptyPhases(crm, [id], phase_id)
    await removePhase(crm, id)
    return { id, phase_id: phase_id ?? null, moved }
  },
})

const removeBoardWithProjects = app({
  route: 'POST /boards/{id}/removal',
  summary: 'Delete a board with its phases, and move its projects to the phase that is named; both or neither',
  rights,
  params: { id: Id },
  body,
  reply: Removed,
  cost: 20,
  async run({ params: { id }, body: { phase_id } }, crm) {
    const moved = await emptyPhases(crm, await phaseIdsOf(crm, id), phase_id)
    await removeBoard(crm, id)
    return { id, phase_id: phase_id ?? null, moved }
  },
})

/** Refuses to leave projects behind in what is about to be deleted. */
async function emptyPhases(crm: Crm, ids: readonly number[], target: number | undefined): Promise<number> {
  if (target !== undefined && ids.includes(target))
    throw failure('invalid', 'phase_id names a phase that is about to be deleted: name another one', {
      field: 'phase_id',
    })
  await lockPhases(crm, target === undefined ? ids : [...ids, target])
  if (target === undefined) {
    const left = await countProjectsIn(crm, ids)
    if (left > 0)
      throw failure('conflict', `${left} projects are in it: send phase_id, the phase they go to`, {
        field: 'phase_id',
      })
    return 0
  }
  return moveProjects(crm, ids, await findPhase(crm, { phase_id: target }))
}

export const phaseRemoval = [getPhaseProjects, removePhaseWithProjects, removeBoardWithProjects]
