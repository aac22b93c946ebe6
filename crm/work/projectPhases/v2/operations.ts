import { Id, NameText, optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { nothingBeside } from '../../../base/api/envelope.ts'
import { v2 } from '../../../base/api/operation.ts'
import { deletingOne } from '../../../base/records/deleting.ts'
import { oneAtATime } from '../../../base/records/oneAtATime.ts'
import { Phase } from '../shape.ts'
import { onePhase, phasesOf } from '../store.ts'
import { createPhase, removePhase, updatePhase } from '../write.ts'
import { phaseColumnsV2 } from './wire.ts'

const READ = ['projects:read', 'projects:full']
const Place = optional(Type.Integer({ minimum: 1, description: 'The place among the phases of the board, from 1' }))

const phase = oneAtATime(Phase, (crm, id) => onePhase(crm, id, phaseColumnsV2))

const getPhases = v2({
  route: 'GET /phases',
  summary: 'Get the phases of a board of projects, in their order',
  scopes: READ,
  query: { board_id: Id },
  reply: Type.Array(Phase),
  beside: nothingBeside,
  cost: 10,
  run: ({ query }, crm) => phasesOf(crm, query.board_id, phaseColumnsV2),
})

const getPhase = v2({
  route: 'GET /phases/{id}',
  summary: 'Get one phase of projects',
  scopes: READ,
  cost: 10,
  ...phase.get,
})

const addPhase = v2({
  route: 'POST /phases',
  summary: 'Add a phase to a board of projects',
  scopes: ['projects:full'],
  rights: ['projects_admin'],
  cost: 5,
  ...phase.add({ name: NameText, board_id: Id, order_nr: Place }, createPhase),
})

const updatePhaseV2 = v2({
  route: 'PATCH /phases/{id}',
  summary: 'Update a phase of projects',
  description: 'A phase that moves to another board takes its projects along.',
  scopes: ['projects:full'],
  rights: ['projects_admin'],
  cost: 5,
  ...phase.change({ name: optional(NameText), board_id: optional(Id), order_nr: Place }, updatePhase),
})

const deletePhase = v2({
  route: 'DELETE /phases/{id}',
  summary: 'Delete a phase of projects; its projects stay',
  scopes: ['projects:full'],
  rights: ['projects_admin'],
  cost: 3,
  ...deletingOne(removePhase),
})

export const projectPhases = [getPhases, getPhase, addPhase, updatePhaseV2, deletePhase]
