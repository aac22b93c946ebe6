import { useMemo } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { dayName, localDue, today } from '../../parts/days.ts'
import { Icon, type IconName } from '../../parts/icon.tsx'
import { query, refine } from '../../shell/location.ts'
import { tellProblem } from '../../shell/toasts.ts'
import { userName } from '../../store/company.ts'
import { offerUndo } from '../../store/undo.ts'
import type { RecordStore } from '../recordStore.ts'
import { ChangeLog } from './changeLog.tsx'
import { Entry, Note } from './entry.tsx'
import { entryKey, type FlowEntry } from './flowPages.ts'
import { EndOfList, Windowed } from './windowed.tsx'

/** What the history is narrowed to, and how the server calls it. */
const CHIPS = {
  All: '',
  Notes: 'note,comment',
  Activities: 'activity',
  Mail: 'mailMessage',
  Calls: 'call',
  Files: 'file',
  Changes: 'change',
}
type Chip = keyof typeof CHIPS

/** Nobody writes, calls or mails about a product. */
function chipsOf({ kind }: RecordStore): readonly Chip[] {
  return kind.composer.length === 0 ? ['All', 'Files', 'Changes'] : (Object.keys(CHIPS) as Chip[])
}

/** What is open stands above what was. */
export function Timeline({ store }: { store: RecordStore }) {
  const named = query.value.get('show') ?? ''
  const chip: Chip = Object.hasOwn(CHIPS, named) ? (named as Chip) : 'All'
  useMemo(() => store.narrow(CHIPS[chip]), [store, chip])
  const more = useMemo(() => () => void store.readMore().catch(tellProblem), [store])
  // What is planned stands in Focus.
  const entries = store.flow.value?.filter(({ object }) => object !== 'plannedActivity')
  return (
    <>
      {store.kind.composer.includes('Activity') && <Focus store={store} />}
      <section aria-labelledby="history">
        <h2 id="history">History</h2>
        <fieldset class="chips" aria-label="What to show">
          {chipsOf(store).map(name => (
            <button
              key={name}
              type="button"
              aria-pressed={chip === name}
              onClick={() => refine({ show: name === 'All' ? null : name })}
            >
              {name}
            </button>
          ))}
        </fieldset>
        {chip === 'Changes' ? (
          <ChangeLog store={store} />
        ) : (
          <>
            {!entries && <p class="loading">Loading …</p>}
            {entries?.length === 0 && !store.hasMore.value && <p class="soft">Nothing yet.</p>}
            <Windowed
              entries={entries ?? []}
              draw={entry => <HistoryRow key={entryKey(entry)} store={store} entry={entry} />}
            />
            {store.hasMore.value && (
              <>
                <EndOfList of={store.flow.value} reached={more} />
                <button type="button" onClick={more}>
                  Show earlier
                </button>
              </>
            )}
          </>
        )}
      </section>
    </>
  )
}

const ICONS: Record<string, IconName> = {
  activity: 'check',
  note: 'note',
  comment: 'note',
  file: 'file',
  deal: 'board',
  call: 'phone',
}

function HistoryRow({ store, entry }: { store: RecordStore; entry: FlowEntry }) {
  const { object, timestamp, data } = entry
  return (
    <li class="entry-row">
      <Icon name={object.startsWith('mailMessage') ? 'mail' : (ICONS[object] ?? 'later')} />
      <div>
        <Entry entry={entry} fields={store.fields.value} />
        <small>
          {dayName(timestamp.slice(0, 10))}
          {data.user_id ? `, ${userName(Number(data.user_id))}` : ''}
        </small>
      </div>
    </li>
  )
}

/** What is still to be done, and notes that were pinned. */
function Focus({ store }: { store: RecordStore }) {
  const planned = (store.planned.value ?? []).toSorted((a, b) => dueOf(a).localeCompare(dueOf(b)))
  const pinned = (store.flow.value ?? []).filter(isPinned)
  return (
    <section aria-labelledby="focus">
      <h2 id="focus">Focus</h2>
      {store.planned.value?.length === 0 && <p class="soft">No next step is planned. Add an activity above.</p>}
      <ul class="entries">
        {planned.map(entry => (
          <Planned key={String(entry.data.id)} store={store} entry={entry} />
        ))}
        {pinned.map(({ data }) => (
          <li key={`note${data.id}`} class="entry-row pinned">
            <Note html={String(data.content)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function isPinned({ object, data }: FlowEntry): boolean {
  return object === 'note' && Object.entries(data).some(([key, value]) => key.startsWith('pinned_to') && value)
}

function dueOf({ data }: FlowEntry): string {
  return String(data.due_date ?? '9999')
}

function Planned({ store, entry: { data } }: { store: RecordStore; entry: FlowEntry }) {
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
          {[due ? dayName(due) : 'some day', time].filter(Boolean).join(' ')}, {userName(Number(data.user_id))}
        </small>
      </div>
    </li>
  )
}
