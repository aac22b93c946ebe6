import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { tellProblem } from '../../shell/toasts.ts'
import { offerUndo } from '../../store/undo.ts'
import type { RecordStore } from '../recordStore.ts'
import { plainHtml } from './plainHtml.ts'

/** A note is kept in this browser while it is typed: a tab that is closed by accident loses nothing. */
export function NoteForm({ store }: { store: RecordStore }) {
  const { kind, id } = store
  const key = `draft/${kind.name}/${id}`
  const area = useRef<HTMLTextAreaElement>(null)
  const draft = useSignal(localStorage.getItem(key) ?? '')
  // At once: an effect would come after the next frame, and the tab may be gone by then.
  function keep(text: string) {
    draft.value = text
    if (text) localStorage.setItem(key, text)
    else localStorage.removeItem(key)
  }

  async function save(event: Event) {
    event.preventDefault()
    const text = draft.value.trim()
    if (!text) return area.current?.focus()
    try {
      const { correlationId } = await call('POST /v1/notes', { body: { content: plainHtml(text), [kind.link]: id } })
      keep('')
      offerUndo('Added a note', correlationId)
      await store.read()
    } catch (error) {
      tellProblem(error)
    }
  }
  return (
    <form onSubmit={save}>
      <textarea
        ref={area}
        aria-label="Note"
        placeholder="Write a note"
        rows={3}
        maxLength={90_000}
        value={draft.value}
        onInput={event => keep(event.currentTarget.value)}
        onKeyDown={event => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && void save(event)}
      />
      <button type="submit" class="primary">
        Save note
      </button>
    </form>
  )
}
