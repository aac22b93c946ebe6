import { failure } from '@portico/kit/api/failure'
import { json } from '@portico/kit/api/json'
import { Id, nullable, oneOf, optional } from '@portico/kit/api/schemas'
import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import Type, { type Static } from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { app } from '../../../base/api/operation.ts'
import { equal } from '../../../base/lists/conditions.ts'
import { filterCondition } from '../../../base/lists/storedFilter.ts'
import { NextActivity } from '../../../base/records/nextActivity.ts'
import { countByPhase, PROJECT_SORTS, selectCardsByPhase, selectPhaseIds } from './boardStore.ts'

/** A project on its board: what its card shows. */
const ProjectCard = Type.Object({
  id: Type.Integer(),
  version: Type.Integer({ description: 'For If-Match' }),
  title: Type.String(),
  board_id: Type.Integer(),
  phase_id: Type.Integer(),
  owner_id: Type.Integer(),
  status: Type.String(),
  start_date: nullable(Type.String()),
  end_date: nullable(Type.String()),
  label_ids: Type.Array(Type.Integer()),
  health_status: nullable(Type.Integer()),
  about: nullable(Type.String({ description: 'The first organization, person or deal that the caller may see' })),
  tasks: Type.Integer({ description: 'How many there are, subtasks included' }),
  tasks_done: Type.Integer(),
  next_activity: NextActivity,
})
export type ProjectCard = Static<typeof ProjectCard>

const ProjectBoard = Type.Object({
  board_id: Type.Integer(),
  columns: Type.Array(Type.Object({ phase_id: Type.Integer(), count: Type.Integer(), cards: Type.Array(ProjectCard) })),
})
export type ProjectBoard = Static<typeof ProjectBoard>

const chosen = {
  owner_id: optional(Id),
  filter_id: optional(Id),
  sort: optional(oneOf(PROJECT_SORTS, { default: 'end_date' })),
}

const getProjectBoard = app({
  route: 'GET /projectBoard',
  summary: 'Get the open projects of a board by phase: how many there are, and the first cards of each',
  query: { board_id: Id, ...chosen, limit: optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })) },
  reply: ProjectBoard,
  cost: 20,
  async run({ query }, crm) {
    const { board_id, sort = 'end_date', limit = 50 } = query
    const ids = await selectPhaseIds(crm, board_id)
    if (!ids) throw failure('missing', 'Board not found')
    const where = await wanted(crm, query)
    const counts = await countByPhase(crm, ids, where)
    const cards = await selectCardsByPhase(crm, ids, where, { sort, start: 0, limit })
    const columns = ids.map(id => `{"phase_id":${id},"count":${counts.get(id) ?? 0},"cards":${cards.get(id) ?? '[]'}}`)
    return json<ProjectBoard>(`{"board_id":${board_id},"columns":[${columns.join(',')}]}`)
  },
})

const getProjectCards = app({
  route: 'GET /projectBoard/cards',
  summary: 'Get more cards of one phase of a board of projects',
  query: {
    phase_id: Id,
    ...chosen,
    start: optional(Type.Integer({ minimum: 0, maximum: 100_000, default: 0 })),
    limit: optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
  },
  reply: Type.Array(ProjectCard),
  cost: 10,
  async run({ query }, crm) {
    const { phase_id, sort = 'end_date', start = 0, limit = 50 } = query
    const cards = await selectCardsByPhase(crm, [phase_id], await wanted(crm, query), { sort, start, limit })
    return json<ProjectCard[]>(cards.get(phase_id) ?? '[]')
  },
})

/** Which projects are shown, by owner and stored filter, over `crm.project p`. */
async function wanted(
  crm: Crm,
  { owner_id, filter_id }: { owner_id?: number | undefined; filter_id?: number | undefined },
): Promise<Fragment> {
  const byFilter = filter_id ? await filterCondition(crm, 'projects', filter_id, 'p') : sql`true`
  return sql`${equal('p', { owner_id })} and ${byFilter}`
}

export const projectBoardInApp = [getProjectBoard, getProjectCards]
