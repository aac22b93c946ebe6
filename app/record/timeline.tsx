import { useSignal } from '@preact/signals'
import { call } from '../api/call.ts'
import { dayName, localDue, today } from '../parts/days.ts'
import { Icon, type IconName } from '../parts/icon.tsx'
import { tellProblem } from '../shell/toasts.ts'
import { userName } from '../store/company.ts'
import { offerUndo } from '../store/undo.ts'
import type { FlowEntry, RecordStore } from './recordStore.ts'

const CHIPS = {
  All: [],
  Notes: ['note'],
  Activities: ['activity', 'plannedActivity'],
  Mail: ['mailMessage', 'mailMessageWithAttachment'],
  Files: ['file'],
  Changes: ['change'],
}
type Chip = keyof typeof CHIPS

/** What is open stands above what was. */
export function Timeline({ store }: { store: RecordStore }) {
  const chip = useSignal<Chip>('All')
  const entries = store.flow.value
  if (!entries) return <p class="loading">Loading …</p>
  const focus = entries.filter(isOpen).toSorted((a, b) => dueOf(a).localeCompare(dueOf(b)))
  const history = entries.filter(entry => !isOpen(entry) && fits(entry, chip.value))
  return (
    <>
      <section aria-labelledby="focus">
        <h2 id="focus">Focus</h2>
        {focus.length === 0 && <p class="soft">No next step is planned. Add an activity above.</p>}
        <ul class="entries">
          {focus.map(entry => (
            <Planned key={`${entry.object}${entry.data.id}`} store={store} entry={entry} />
          ))}
        </ul>
      </section>
      <section aria-labelledby="history">
        <h2 id="history">History</h2>
        <fieldset class="chips" aria-label="What to show">
          {(Object.keys(CHIPS) as Chip[]).map(name => (
            <button key={name} type="button" aria-pressed={chip.value === name} onClick={() => (chip.value = name)}>
              {name}
            </button>
          ))}
        </fieldset>
        <ul class="entries">
          {history.map((entry, nr) => (
            <li key={`${entry.object}${entry.data.id}${entry.data.field_key ?? nr}`} class="entry-row">
              <Icon name={ICONS[entry.object] ?? 'later'} />
              <div>
                <Entry entry={entry} />
                <small>
                  {dayName(entry.timestamp.slice(0, 10))}
                  {entry.data.user_id ? `, ${userName(Number(entry.data.user_id))}` : ''}
                </small>
              </div>
            </li>
          ))}
        </ul>
        {store.hasMore.value && (
          <button type="button" onClick={() => void store.readMore()}>
            Show earlier
          </button>
        )}
      </section>
    </>
  )
}

const ICONS: Record<string, IconName> = { activity: 'check', note: 'lead', file: 'product', dealChange: 'later' }

function isOpen({ object, data }: FlowEntry): boolean {
  return (
    object === 'plannedActivity' ||
    (object === 'note' && Object.entries(data).some(([key, value]) => key.startsWith('pinned_to') && value))
  )
}

function dueOf({ data }: FlowEntry): string {
  return String(data.due_date ?? '')
}

function fits({ object }: FlowEntry, chip: Chip): boolean {
  const wanted: readonly string[] = CHIPS[chip]
  return chip === 'All' || wanted.includes(object) || (chip === 'Changes' && object.endsWith('Change'))
}

function Planned({ store, entry }: { store: RecordStore; entry: FlowEntry }) {
  const { data, object } = entry
  if (object === 'note') return <li class="entry-row pinned">{<Entry entry={entry} />}</li>
  async function finish() {
    try {
      const { correlationId } = await call(`PATCH /v2/activities/${data.id}`, { body: { done: true } })
      offerUndo(`Done: ${data.subject}`, correlationId)
      await store.read()
    } catch (error) {
      tellProblem(error)
    }
  }
  const { due_date: due, due_time: time } = localDue(data as { due_date: string | null; due_time: string | null })
  return (
    <li class="entry-row" data-overdue={due !== null && due < today()}>
      <input type="checkbox" aria-label={`${data.subject} is done`} onChange={() => void finish()} />
      <div>
        <strong>{String(data.subject)}</strong>
        <small>
          {due ? dayName(due) : 'some day'} {time ?? ''}, {userName(Number(data.user_id))}
        </small>
      </div>
    </li>
  )
}

function Entry({ entry: { object, data } }: { entry: FlowEntry }) {
  if (object === 'note') return <Note html={String(data.content)} />
  if (object === 'activity') return <span>Done: {String(data.subject)}</span>
  if (object === 'file')
    return (
      <a href={`/v1/files/${data.id}/download`} download>
        {String(data.file_name ?? data.name)}
      </a>
    )
  if (object.startsWith('mailMessage')) return <span>{String(data.subject)}</span>
  if (object.endsWith('Change'))
    return (
      <span>
        {wordsOf(String(data.field_key))}: <s>{shown(data.old_value)}</s> → {shown(data.new_value)}
      </span>
    )
  return <span>{wordsOf(object)}</span>
}

/** `expected_close_date` → `Expected close date`. */
function wordsOf(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** A note; the server has cleaned its HTML before it was stored. */
function Note({ html }: { html: string }) {
  return <div class="note" dangerouslySetInnerHTML={{ __html: html }} />
}
