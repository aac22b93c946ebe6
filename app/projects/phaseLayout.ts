import type { ProjectBoard, ProjectCard } from '@portico/crm/work/projects/app/board'
import { call } from '../api/call.ts'
import type { BoardLayout, BoardPlace } from '../board/layout.ts'
import { phaseName, phasesOf } from './boards.ts'
import { PROJECT_CARDS } from './projectCards.tsx'

/** Which projects a board shows, and in which order. */
export interface ChosenProjects {
  boardId: number
  ownerId: number | undefined
  filterId: number | undefined
  sort: string
}

/** A column for each phase of a board of projects. */
export function phaseLayout({ boardId, ownerId, filterId, sort }: ChosenProjects): BoardLayout {
  const query = new URLSearchParams({
    sort,
    ...(ownerId && { owner_id: String(ownerId) }),
    ...(filterId && { filter_id: String(filterId) }),
  }).toString()
  return {
    kind: PROJECT_CARDS,
    name: `phases of ${boardId}`,
    async read(limit) {
      const { data } = await call<ProjectBoard>(`GET /app/api/projectBoard?board_id=${boardId}&${query}&limit=${limit}`)
      const nothing = { value: null, weighted_value: null, not_converted: 0 }
      return {
        columns: data.columns.map(({ phase_id, ...column }) => ({ ...nothing, ...column, key: String(phase_id) })),
      }
    },
    async readCards(key, start, limit) {
      const page = `phase_id=${key}&start=${start}&limit=${limit}`
      return (await call<ProjectCard[]>(`GET /app/api/projectBoard/cards?${query}&${page}`)).data
    },
    keyOf: (card: ProjectCard) => String(card.phase_id),
    moved: (card: ProjectCard, key) => ({ ...card, phase_id: Number(key) }),
    change: key => ({ fields: { phase_id: Number(key) }, words: `to ${phaseName(Number(key))}` }),
    probabilityOf: () => 100,
  }
}

export function phasePlaces(boardId: number): BoardPlace[] {
  return phasesOf(boardId).map(({ id, name }) => ({ key: String(id), title: name, fields: { phase_id: id } }))
}
