import type { Task } from '@portico/crm/work/tasks/v2/shape'
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { dayName, today } from '../../parts/days.ts'
import { phasesOf } from '../../projects/boards.ts'
import { tellProblem } from '../../shell/toasts.ts'
import { useAnswer } from '../../store/answer.ts'
import { activeUsers, userName } from '../../store/company.ts'
import { offerUndo } from '../../store/undo.ts'
import type { ShownRecord } from '../fieldValue.ts'
import type { RecordStore } from '../recordStore.ts'
import { groupedTasks } from './groupedTasks.ts'

interface PlanItem {
  item_id: number
  item_type: 'task' | 'activity'
  phase_id: number | null
}

/** What there is to do in a project: tasks with their subtasks, by the phase they are planned in. */
export function TaskPlan({ store, record }: { store: RecordStore; record: ShownRecord }) {
  const id = Number(store.id)
  const tasks = useAnswer<Task[]>(`/v2/tasks?project_id=${id}&limit=500`, ['task'])
  const plan = useAnswer<PlanItem[]>(`/v1/projects/${id}/plan`, ['task', 'activity', 'project'])
  const phases = phasesOf(Number(record.board_id))
  const read = async () => {
    await Promise.all([tasks.read(), plan.read()])
  }
  const all = tasks.data.value ?? []
  const places = new Map(
    (plan.data.value ?? []).filter(item => item.item_type === 'task').map(item => [item.item_id, item.phase_id]),
  )
  const groups = groupedTasks(all, places, phases)
  const done = all.filter(task => task.is_done).length
  return (
    <section class="task-plan" aria-labelledby="tasks">
      <h2 id="tasks">Tasks {all.length > 0 && <small class="soft">{`${done} of ${all.length} done`}</small>}</h2>
      {tasks.data.value?.length === 0 && (
        <p class="soft">Nothing to do yet. Add the first task, or make projects from a template that has some.</p>
      )}
      {groups.map(({ phase, tasks: own }) => (
        <div key={phase?.id ?? 0}>
          {(groups.length > 1 || phase) && <h3>{phase?.name ?? 'In no phase'}</h3>}
          <ul class="tasks">
            {own.map(({ task, subtasks }) => (
              <li key={task.id}>
                <TaskLine task={task} read={read}>
                  <select
                    aria-label={`Phase of ${task.title}`}
                    value={phase?.id ?? ''}
                    onChange={event => void movePhase(id, task, Number(event.currentTarget.value) || null, read)}
                  >
                    <option value="">No phase</option>
                    {phases.map(each => (
                      <option key={each.id} value={each.id}>
                        {each.name}
                      </option>
                    ))}
                  </select>
                  <AddSubtask task={task} read={read} />
                </TaskLine>
                {subtasks.length > 0 && (
                  <ul class="tasks">
                    {subtasks.map(subtask => (
                      <li key={subtask.id}>
                        <TaskLine task={subtask} read={read} />
                      </li>
                    ))}
                  </ul>
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
      <AddTask projectId={id} read={read} />
    </section>
  )
}

/** Sends a change and offers to undo it. */
async function send(
  request: Parameters<typeof call>[0],
  body: object | undefined,
  text: string,
  read: () => Promise<void>,
) {
  try {
    const { correlationId } = await call(request, body ? { body } : {})
    offerUndo(text, correlationId)
  } catch (error) {
    tellProblem(error)
  }
  await read()
}

function movePhase(projectId: number, task: Task, phase_id: number | null, read: () => Promise<void>): Promise<void> {
  return send(`PUT /v1/projects/${projectId}/plan/tasks/${task.id}`, { phase_id }, `Moved “${task.title}”`, read)
}

interface LineProps {
  task: Task
  read: () => Promise<void>
  children?: preact.ComponentChildren
}

function TaskLine({ task, read, children }: LineProps) {
  /** As it will be when the server has said so; when it refuses, what is read then counts. */
  const isDone = useSignal(task.is_done)
  useEffect(() => {
    isDone.value = task.is_done
  }, [task])
  const change = (body: object, text: string) => send(`PATCH /v2/tasks/${task.id}`, body, text, read)
  const [assignee] = task.assignee_ids
  const isLate = !task.is_done && task.due_date !== null && task.due_date < today()
  return (
    <div class="task" data-done={task.is_done}>
      <label class="check">
        <input
          type="checkbox"
          checked={isDone.value}
          aria-label={`Done: ${task.title}`}
          onChange={event => {
            isDone.value = event.currentTarget.checked
            void change({ done: event.currentTarget.checked }, `${isDone.value ? 'Done' : 'Not done'}: “${task.title}”`)
          }}
        />
        <span>{task.title}</span>
      </label>
      <button
        type="button"
        class="round"
        aria-label={`Delete ${task.title}`}
        title="Delete"
        onClick={() => void send(`DELETE /v2/tasks/${task.id}`, undefined, `Deleted “${task.title}”`, read)}
      >
        ×
      </button>
      <input
        type="date"
        aria-label={`Due day of ${task.title}`}
        title={task.due_date ? `Due ${dayName(task.due_date)}` : 'No due day'}
        data-late={isLate}
        value={task.due_date ?? ''}
        onChange={event => void change({ due_date: event.currentTarget.value || null }, `Changed “${task.title}”`)}
      />
      <select
        aria-label={`Whose is ${task.title}`}
        value={assignee ?? ''}
        onChange={event =>
          void change(
            { assignee_ids: event.currentTarget.value ? [Number(event.currentTarget.value)] : [] },
            `Changed “${task.title}”`,
          )
        }
      >
        <option value="">Nobody</option>
        {assignee !== undefined && !activeUsers.value.some(({ id }) => id === assignee) && (
          <option value={assignee}>{userName(assignee)}</option>
        )}
        {activeUsers.value.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      {children}
    </div>
  )
}

function AddTask({
  projectId,
  parent,
  read,
  close,
}: {
  projectId: number
  parent?: Task
  read: () => Promise<void>
  close?: () => void
}) {
  const input = useRef<HTMLInputElement>(null)
  // Whoever opened it wants to type.
  useEffect(() => {
    if (parent) input.current?.focus()
  }, [])
  async function add(event: SubmitEvent) {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    const title = String(new FormData(form).get('title') ?? '').trim()
    if (!title) return
    form.reset()
    const body = { title, project_id: projectId, ...(parent && { parent_task_id: parent.id }) }
    await send('POST /v2/tasks', body, `Added “${title}”`, read)
  }
  const label = parent ? `Subtask of ${parent.title}` : 'New task'
  return (
    <form class="row add-task" onSubmit={add} onKeyDown={event => event.key === 'Escape' && close?.()}>
      <input name="title" aria-label={label} placeholder={label} maxLength={255} autocomplete="off" ref={input} />
      <button type="submit">Add</button>
    </form>
  )
}

function AddSubtask({ task, read }: { task: Task; read: () => Promise<void> }) {
  const isOpen = useSignal(false)
  if (isOpen.value)
    return <AddTask projectId={task.project_id} parent={task} read={read} close={() => (isOpen.value = false)} />
  return (
    <button
      type="button"
      class="quiet"
      aria-label={`Add a subtask to ${task.title}`}
      onClick={() => (isOpen.value = true)}
    >
      + Subtask
    </button>
  )
}
