import { Id } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { nothingBeside } from '../../../base/api/envelope.ts'
import { v1 } from '../../../base/api/operation.ts'
import { oneAtATime } from '../../../base/records/oneAtATime.ts'
import { Phase } from '../shape.ts'
import { onePhase, phasesOf } from '../store.ts'
import { phaseColumnsV1 } from './wire.ts'

const READ = ['projects:read', 'projects:full']

const phase = oneAtATime(Phase, (crm, id) => onePhase(crm, id, phaseColumnsV1))

const getPhases = v1({
  route: 'GET /projects/phases',
  summary: 'Get the phases of a board of projects, in their order',
  scopes: READ,
  query: { board_id: Id },
  reply: Type.Array(Phase),
  beside: nothingBeside,
  cost: 20,
  run: ({ query }, crm) => phasesOf(crm, query.board_id, phaseColumnsV1),
})

const getPhase = v1({
  route: 'GET /projects/phases/{id}',
  summary: 'Get one phase of projects',
  scopes: READ,
  beside: nothingBeside,
  cost: 2,
  ...phase.get,
})

export const projectPhasesV1 = [getPhases, getPhase]
