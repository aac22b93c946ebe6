import type { Board } from '@portico/crm/work/projectBoards/shape'
import type { Phase } from '@portico/crm/work/projectPhases/shape'
import type { Project } from '@portico/crm/work/projects/v2/shape'
import { useMemo } from 'preact/hooks'
import { call } from '../api/call.ts'
import { boards, phases, phasesOf, readBoards } from '../projects/boards.ts'
import type { Values } from './form.tsx'
import type { PageProps, SettingsListOf } from './listOf.ts'
import type { SectionProps } from './sections.ts'
import { SettingsList } from './settingsList.tsx'

/** Boards of projects in their order; each leads to its phases. */
export function ProjectBoards({ base, rest }: SectionProps) {
  return <SettingsList of={BOARDS} base={base} rest={rest} />
}

const LIVE = ['project_board', 'project_phase'] as const

const BOARDS: SettingsListOf<Board> = {
  title: 'Boards of projects',
  explains: 'The first board is where new projects go.',
  one: 'board',
  live: LIVE,
  read: async () => {
    await readBoards()
    return boards.value ?? []
  },
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  facts: ({ id }) => `${phasesOf(id).length} phases`,
  empty: 'There is no board. Add one to have projects on it.',
  fields: board => [
    { name: 'name', label: 'Name', type: 'text', required: true },
    ...(board ? [] : [{ name: 'phases', label: 'Phases, one on each line', type: 'long', required: true } as const]),
  ],
  values: (board): Values =>
    board ? { name: board.name } : { name: '', phases: 'Kick-off\nPlanning\nImplementation\nReview\nClosing' },
  add: { verb: 'Add a board', run: addBoard },
  change: ({ id }, { name }) => call(`PATCH /v2/boards/${id}`, { body: { name } }),
  move: ({ id }, place) => call(`PATCH /v2/boards/${id}`, { body: { order_nr: place } }),
  remove: {
    may: () => (boards.value?.length ?? 0) > 1,
    loses: async ({ id }) => {
      const count = (await Promise.all(phasesOf(id).map(projectsIn))).flat().length
      return `Its phases go with it.${count > 0 ? ` ${countWords(count)} move to the phase you choose, one after the other.` : ''}`
    },
    asks: ({ id }) => whereTo(phases.value.filter(phase => phase.board_id !== id)),
    run: async ({ id }, values) => {
      for (const phase of phasesOf(id)) await moveProjects(phase, values)
      await call(`DELETE /v2/boards/${id}`)
    },
  },
  page: BoardPage,
}

async function addBoard({ name, phases: names }: Values): Promise<void> {
  const { data } = await call<Board>('POST /v2/boards', { body: { name } })
  for (const line of String(names)
    .split('\n')
    .map(each => each.trim())
    .filter(Boolean))
    await call('POST /v2/phases', { body: { name: line, board_id: data.id } })
}

function BoardPage({ item, base, rest }: PageProps<Board>) {
  const list = useMemo(() => phasesIn(item.id), [item.id])
  return <SettingsList of={list} base={base} rest={rest} isNested />
}

function phasesIn(boardId: number): SettingsListOf<Phase> {
  return {
    title: 'Phases',
    explains: 'A project goes through them from top to bottom.',
    one: 'phase',
    live: LIVE,
    read: async () => {
      await readBoards()
      return phasesOf(boardId)
    },
    idOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    empty: 'This board has no phases, so no project can be on it. Add the first one.',
    fields: () => [{ name: 'name', label: 'Name', type: 'text', required: true }],
    values: phase => ({ name: phase?.name ?? '' }),
    add: { verb: 'Add a phase', run: values => call('POST /v2/phases', { body: { ...values, board_id: boardId } }) },
    change: ({ id }, body) => call(`PATCH /v2/phases/${id}`, { body }),
    move: ({ id }, place) => call(`PATCH /v2/phases/${id}`, { body: { order_nr: place } }),
    remove: {
      loses: async phase => {
        const count = (await projectsIn(phase)).length
        return count > 0
          ? `${countWords(count)} move to the phase you choose, one after the other.`
          : 'No project is in it.'
      },
      asks: async phase => ((await projectsIn(phase)).length > 0 ? whereTo(nearFirst(phase)) : []),
      run: async (phase, values) => {
        await moveProjects(phase, values)
        await call(`DELETE /v2/phases/${phase.id}`)
      },
    },
  }
}

/** The projects of a phase, archived and closed ones among them: they would be in no column any more. */
async function projectsIn({ id }: Pick<Phase, 'id'>): Promise<Project[]> {
  const lists = await Promise.all([
    call<Project[]>(`GET /v2/projects?phase_id=${id}&limit=500`),
    call<Project[]>(`GET /v2/projects/archived?phase_id=${id}&limit=500`),
  ])
  return lists.flatMap(({ data }) => data)
}

/** A page of them at a time, until none is left. */
async function moveProjects(phase: Phase, { phase_id }: Values): Promise<void> {
  for (let found = await projectsIn(phase); found.length > 0; found = await projectsIn(phase)) {
    if (!phase_id) throw new Error('Projects came into it meanwhile: choose where they go')
    for (const { id } of found) await call(`PATCH /v2/projects/${id}`, { body: { phase_id: Number(phase_id) } })
  }
}

function countWords(count: number): string {
  return count === 1 ? '1 project' : `${count} projects`
}

function whereTo(open: readonly Phase[]) {
  const boardName = (id: number) => boards.value?.find(board => board.id === id)?.name ?? ''
  return [
    {
      name: 'phase_id',
      label: 'Move its projects to',
      type: 'choice',
      required: true,
      choices: open.map(({ id, name, board_id }) => ({ id: String(id), label: `${boardName(board_id)} › ${name}` })),
    } as const,
  ]
}

/** The other phases, those of the same board first. */
function nearFirst({ id, board_id }: Phase): Phase[] {
  const others = phases.value.filter(phase => phase.id !== id)
  return [
    ...others.filter(phase => phase.board_id === board_id),
    ...others.filter(phase => phase.board_id !== board_id),
  ]
}
