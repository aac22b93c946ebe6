import type { Board } from '@portico/crm/work/projectBoards/shape'
import type { PhaseProjects } from '@portico/crm/work/projectPhases/app/removal'
import type { Phase } from '@portico/crm/work/projectPhases/shape'
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
      const count = await projectsIn(phasesOf(id))
      return `Its phases go with it.${count > 0 ? ` ${countWords(count)} move to the phase you choose, all or none.` : ''}`
    },
    asks: async ({ id }) =>
      (await projectsIn(phasesOf(id))) > 0 ? whereTo(phases.value.filter(phase => phase.board_id !== id)) : [],
    run: ({ id }, values) => call(`POST /app/api/boards/${id}/removal`, { body: target(values) }),
    isLogged: true,
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
        const count = await projectsIn([phase])
        return count > 0 ? `${countWords(count)} move to the phase you choose, all or none.` : 'No project is in it.'
      },
      asks: async phase => ((await projectsIn([phase])) > 0 ? whereTo(nearFirst(phase)) : []),
      run: ({ id }, values) => call(`POST /app/api/phases/${id}/removal`, { body: target(values) }),
      isLogged: true,
    },
  }
}

/** How many projects are in phases, archived and closed ones among them: they would be in no column any more. */
async function projectsIn(those: readonly Phase[]): Promise<number> {
  const { data } = await call<PhaseProjects[]>('GET /app/api/phaseProjects')
  const ids = new Set(those.map(({ id }) => id))
  return data.reduce((sum, { phase_id, projects }) => sum + (ids.has(phase_id) ? projects : 0), 0)
}

const target = ({ phase_id }: Values) => (phase_id ? { phase_id: Number(phase_id) } : {})

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
