import type { Task } from '@portico/crm/work/tasks/v2/shape'

interface PhaseName {
  id: number
  name: string
}

export interface TaskGroup {
  /** Undefined for those that are in no phase. */
  phase: PhaseName | undefined
  tasks: readonly { task: Task; subtasks: readonly Task[] }[]
}

/** Tasks by phase in the order of the phases, those in none first; each with its subtasks. Phases without tasks are left out. */
export function groupedTasks(
  tasks: readonly Task[],
  places: ReadonlyMap<number, number | null>,
  phases: readonly PhaseName[],
): TaskGroup[] {
  const ids = new Set(tasks.map(({ id }) => id))
  const isTop = ({ parent_task_id }: Task) => parent_task_id === null || !ids.has(parent_task_id)
  const known = new Set(phases.map(({ id }) => id))
  const phaseOf = ({ id }: Task) => {
    const phase = places.get(id) ?? undefined
    return phase !== undefined && known.has(phase) ? phase : undefined
  }
  return [undefined, ...phases]
    .map(phase => ({
      phase,
      tasks: tasks
        .filter(task => isTop(task) && phaseOf(task) === phase?.id)
        .map(task => ({ task, subtasks: tasks.filter(({ parent_task_id }) => parent_task_id === task.id) })),
    }))
    .filter(group => group.tasks.length > 0)
}
