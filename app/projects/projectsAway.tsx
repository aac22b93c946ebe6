import type { Project } from '@portico/crm/work/projects/v2/shape'
import type { ComponentChildren } from 'preact'
import { call } from '../api/call.ts'
import { dayName } from '../parts/days.ts'
import { panelLink } from '../record/panel.ts'
import { query } from '../shell/location.ts'
import { tellProblem } from '../shell/toasts.ts'
import { useAnswer } from '../store/answer.ts'
import { userName } from '../store/company.ts'
import { offerUndo } from '../store/undo.ts'
import { phaseName } from './boards.ts'

/** Projects that have left the boards: completed, canceled, archived. Each can be brought back. */
export function ProjectsAway({ bar }: { bar: ComponentChildren }) {
  const closed = useAnswer<Project[]>('/v2/projects?status=completed,canceled&limit=500', ['project'])
  const archived = useAnswer<Project[]>('/v2/projects/archived?limit=500', ['project'])
  const ownerId = Number(query.value.get('owner')) || undefined
  const both = closed.data.value && archived.data.value && [...archived.data.value, ...closed.data.value]
  const shown = both
    ?.filter(project => ownerId === undefined || project.owner_id === ownerId)
    .toSorted((a, b) => b.update_time.localeCompare(a.update_time))
  async function bringBack({ id, title }: Project) {
    try {
      const body = { status: 'open', is_archived: false }
      const { correlationId } = await call(`PATCH /v2/projects/${id}`, { body })
      offerUndo(`“${title}” is on its board again`, correlationId)
      await Promise.all([closed.read(), archived.read()])
    } catch (error) {
      tellProblem(error)
    }
  }
  return (
    <div class="board-screen">
      {bar}
      {closed.refusal.value && <p class="problem">{closed.refusal.value}</p>}
      {!shown && !closed.refusal.value && <p class="loading">Loading …</p>}
      {shown?.length === 0 && (
        <div class="told">
          <h2>Nothing has left the boards</h2>
          <p>
            Drag a project to Completed, Canceled or Archive at the lower edge, or press <kbd>C</kbd> or <kbd>E</kbd> on
            its card.
          </p>
        </div>
      )}
      <ul class="side-list projects-away">
        {shown?.map(project => (
          <li key={project.id}>
            <span>
              <a {...panelLink('project', project.id, project)}>{project.title}</a>
              <small>
                {project.archive_time ? 'Archived' : project.status === 'completed' ? 'Completed' : 'Canceled'} ·{' '}
                {phaseName(project.phase_id)} · {userName(project.owner_id)} ·{' '}
                {dayName(project.update_time.slice(0, 10))}
              </small>
            </span>
            <button type="button" aria-label={`Bring back ${project.title}`} onClick={() => void bringBack(project)}>
              Bring back
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
