import type { ProjectTemplate } from '@portico/crm/work/projectTemplates/v2/shape'
import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { call } from '../api/call.ts'
import { refresh } from '../board/boardStore.ts'
import type { BoardPlace } from '../board/layout.ts'
import { tellProblem } from '../shell/toasts.ts'
import { useAnswer } from '../store/answer.ts'
import { newRequestId } from '../store/together.ts'
import { offerUndo } from '../store/undo.ts'

/** A new project at the head of its phase, from a template if one is chosen. Enter saves it and stays, for the next one. */
export function AddProject({ place, close }: { place: BoardPlace; close: () => void }) {
  const title = useRef<HTMLInputElement>(null)
  const template = useRef<HTMLSelectElement>(null)
  const isSaving = useSignal(false)
  const templates = useAnswer<ProjectTemplate[]>('/v2/projectTemplates?limit=500').data.value ?? []
  useLayoutEffect(() => title.current?.focus(), [])
  async function save(event: SubmitEvent) {
    event.preventDefault()
    const name = title.current?.value.trim()
    if (!name || isSaving.value) return title.current?.focus()
    isSaving.value = true
    const requestId = newRequestId()
    const template_id = Number(template.current?.value) || undefined
    try {
      await call('POST /v2/projects', {
        body: { title: name, ...place.fields, ...(template_id && { template_id }) },
        requestId,
      })
      // What a template makes is taken back by deleting the project, which is one change among many of the same call.
      offerUndo(`Added “${name}”`, requestId)
      if (title.current) title.current.value = ''
      title.current?.focus()
      await refresh()
    } catch (error) {
      tellProblem(error)
    } finally {
      isSaving.value = false
    }
  }
  return (
    <form
      class="quick-add"
      onSubmit={save}
      onKeyDown={event => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        close()
      }}
    >
      <input ref={title} aria-label="Title" placeholder="Title" maxLength={255} autocomplete="off" />
      {templates.length > 0 && (
        <select ref={template} aria-label="Template">
          <option value="">No template</option>
          {templates.map(({ id, title: name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
      <div class="row">
        <button type="submit" class="primary" disabled={isSaving.value}>
          Add project
        </button>
        <button type="button" class="quiet" onClick={close}>
          Close
        </button>
      </div>
    </form>
  )
}
