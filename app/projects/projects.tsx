import { useMemo } from 'preact/hooks'
import { BoardFrame } from '../board/boardFrame.tsx'
import { columns, isLoading } from '../board/boardStore.ts'
import { CardFields } from '../board/cardFields.tsx'
import { FilterPicker } from '../board/filterPicker.tsx'
import { Icon } from '../parts/icon.tsx'
import { OwnerSelect } from '../parts/ownerSelect.tsx'
import { query, refine } from '../shell/location.ts'
import { session } from '../store/company.ts'
import { boards, phases, useBoards } from './boards.ts'
import { phaseLayout, phasePlaces } from './phaseLayout.ts'
import { PROJECT_CARDS } from './projectCards.tsx'
import { ProjectsAway } from './projectsAway.tsx'

const SORTS = [
  ['end_date', 'End date'],
  ['next_activity', 'Next activity'],
  ['age', 'Age'],
  ['title', 'Title'],
] as const

const PROJECTS = { type: 'projects', object: 'project', many: 'Projects' } as const

/** Projects of a board by phase, or those that have left it. */
export function Projects() {
  useBoards()
  if (!boards.value) return <p class="loading">Loading …</p>
  const boardId = Number(query.value.get('board')) || (boards.value[0]?.id ?? 0)
  if (boards.value.length === 0) return <NoBoard />
  return query.value.has('away') ? (
    <ProjectsAway bar={<ProjectBar boardId={boardId} />} />
  ) : (
    <ProjectBoard boardId={boardId} />
  )
}

function ProjectBoard({ boardId }: { boardId: number }) {
  const ownerId = Number(query.value.get('owner')) || undefined
  const filterId = Number(query.value.get('filter')) || undefined
  const sort = query.value.get('sort') ?? 'end_date'
  const layout = useMemo(() => phaseLayout({ boardId, ownerId, filterId, sort }), [boardId, ownerId, filterId, sort])
  const places = useMemo(() => phasePlaces(boardId), [boardId, phases.value])
  return (
    <BoardFrame layout={layout} titles={places} places={places}>
      <ProjectBar boardId={boardId} />
      {!isLoading.value && columns.value.every(column => column.count === 0) && (
        <p class="board-empty">
          {places.length === 0 ? (
            <>
              This board has no phases.{' '}
              {session.value.is_projects_admin ? (
                <a href={`/app/settings/boards/${boardId}`}>Add some</a>
              ) : (
                'Ask an admin of projects.'
              )}
            </>
          ) : (
            <>
              No open projects here. Add one with <Icon name="plus" /> at the head of a phase.
            </>
          )}
        </p>
      )}
    </BoardFrame>
  )
}

/** Which projects are shown and how; all of it is in the address. */
function ProjectBar({ boardId }: { boardId: number }) {
  const isAway = query.value.has('away')
  const ownerId = Number(query.value.get('owner')) || undefined
  const filterId = Number(query.value.get('filter')) || undefined
  return (
    <header class="bar">
      <h1 class="hidden">Projects</h1>
      <select
        aria-label="Board"
        value={boardId}
        onChange={event => refine({ board: event.currentTarget.value }, { replace: false })}
      >
        {boards.value?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <OwnerSelect chosen={ownerId} />
      {!isAway && <FilterPicker of={PROJECTS} chosen={{ ownerId, filterId }} />}
      {!isAway && (
        <select
          aria-label="Sort by"
          value={query.value.get('sort') ?? 'end_date'}
          onChange={event => refine({ sort: event.currentTarget.value })}
        >
          {SORTS.map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      )}
      {!isAway && <CardFields kind={PROJECT_CARDS} />}
      <button type="button" aria-pressed={isAway} onClick={() => refine({ away: isAway ? null : 'true', open: null })}>
        Done and archived
      </button>
    </header>
  )
}

function NoBoard() {
  return (
    <div class="told">
      <h1>There is no board of projects</h1>
      {session.value.is_projects_admin ? (
        <a class="primary" href="/app/settings/boards/new">
          Add a board
        </a>
      ) : (
        <p>An admin of projects adds one in the settings.</p>
      )}
    </div>
  )
}
