import type { Board } from '@portico/crm/work/projectBoards/shape'
import type { Phase } from '@portico/crm/work/projectPhases/shape'
import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { call } from '../api/call.ts'
import { tellProblem } from '../shell/toasts.ts'
import { onChanges } from '../store/live.ts'

/** The boards of projects and the phases of all of them, each in their order; undefined until they are read. */
export const boards = signal<readonly Board[] | undefined>(undefined)
export const phases = signal<readonly Phase[]>([])

export async function readBoards(): Promise<void> {
  const { data } = await call<Board[]>('GET /v2/boards')
  const found = await Promise.all(data.map(({ id }) => call<Phase[]>(`GET /v2/phases?board_id=${id}`)))
  phases.value = found.flatMap(answer => answer.data)
  boards.value = data
}

/** Reads them when a part of the screen needs them, and again when they change. */
export function useBoards(): void {
  useEffect(() => {
    void readBoards().catch(tellProblem)
    return onChanges(['project_board', 'project_phase'], readBoards)
  }, [])
}

export function phasesOf(boardId: number): Phase[] {
  return phases.value.filter(phase => phase.board_id === boardId)
}

export function phaseName(id: number | null): string {
  return phases.value.find(phase => phase.id === id)?.name ?? 'No phase'
}
