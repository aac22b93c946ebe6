import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { call } from '../api/call.ts'
import { today, utcDue } from '../parts/days.ts'
import { tell, tellProblem } from '../shell/toasts.ts'
import { offerUndo } from '../store/undo.ts'
import type { RecordStore } from './recordStore.ts'

const TABS = ['Note', 'Activity', 'File'] as const
type Tab = (typeof TABS)[number]

/** Where something is added to a record: what was said, what is to be done, a file. */
export function Composer({ store }: { store: RecordStore }) {
  const tab = useSignal<Tab>('Note')
  return (
    <section class="composer" aria-label="Add to this record">
      <div class="tabs" role="tablist" aria-label="What to add">
        {TABS.map(name => (
          <button
            key={name}
            type="button"
            role="tab"
            aria-selected={tab.value === name}
            onClick={() => (tab.value = name)}
          >
            {name}
          </button>
        ))}
      </div>
      {tab.value === 'Note' && <NoteForm store={store} />}
      {tab.value === 'Activity' && <ActivityForm store={store} />}
      {tab.value === 'File' && <FileForm store={store} />}
    </section>
  )
}

/** A note is kept in this browser while it is typed: a tab that is closed by accident loses nothing. */
function NoteForm({ store }: { store: RecordStore }) {
  const { kind, id } = store
  const key = `draft/${kind.name}/${id}`
  const area = useRef<HTMLTextAreaElement>(null)
  const draft = useSignal(localStorage.getItem(key) ?? '')
  useEffect(() => {
    if (draft.value) localStorage.setItem(key, draft.value)
    else localStorage.removeItem(key)
  }, [draft.value])

  async function save(event: Event) {
    event.preventDefault()
    const text = draft.value.trim()
    if (!text) return area.current?.focus()
    try {
      const { correlationId } = await call('POST /v1/notes', { body: { content: asHtml(text), [kind.link]: id } })
      draft.value = ''
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
        onInput={event => (draft.value = event.currentTarget.value)}
        onKeyDown={event => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && void save(event)}
      />
      <button type="submit" class="primary">
        Save note
      </button>
    </form>
  )
}

/** Plain text as the HTML that notes are kept in. */
function asHtml(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return escaped.replaceAll('\n', '<br>')
}

function ActivityForm({ store }: { store: RecordStore }) {
  const { kind, id } = store
  async function save(event: SubmitEvent) {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    const given = new FormData(form)
    const time = String(given.get('time') ?? '')
    const subject = String(given.get('subject') ?? '').trim()
    try {
      const { correlationId } = await call('POST /v2/activities', {
        body: {
          subject: subject || String(given.get('type')),
          type: given.get('type'),
          ...utcDue(String(given.get('date')), time || undefined),
          ...(kind.name === 'person' ? { participants: [{ person_id: id, primary: true }] } : { [kind.link]: id }),
          done: given.get('done') === 'on',
        },
      })
      form.reset()
      offerUndo('Added an activity', correlationId)
      await store.read()
    } catch (error) {
      tellProblem(error)
    }
  }
  return (
    <form onSubmit={save}>
      <div class="row">
        <select name="type" aria-label="Type">
          {['call', 'meeting', 'task', 'deadline', 'email', 'lunch'].map(type => (
            <option key={type} value={type}>
              {type[0]?.toUpperCase()}
              {type.slice(1)}
            </option>
          ))}
        </select>
        <input name="subject" aria-label="Subject" placeholder="Subject" maxLength={255} />
      </div>
      <div class="row">
        <input name="date" type="date" aria-label="Day" required defaultValue={today()} />
        <input name="time" type="time" aria-label="Time" />
        <label class="check">
          <input name="done" type="checkbox" /> Done
        </label>
      </div>
      <button type="submit" class="primary">
        Save activity
      </button>
    </form>
  )
}

function FileForm({ store }: { store: RecordStore }) {
  const { kind, id } = store
  async function upload(files: FileList | null) {
    for (const file of files ?? []) {
      const body = new FormData()
      body.set(kind.link, String(id))
      body.set('file', file)
      try {
        await call('POST /v1/files', { body })
        tell(`Added ${file.name}`)
      } catch (error) {
        tellProblem(error)
      }
    }
    await store.read()
  }
  return (
    <form onSubmit={event => event.preventDefault()}>
      <input type="file" multiple aria-label="Files" onChange={event => void upload(event.currentTarget.files)} />
    </form>
  )
}
