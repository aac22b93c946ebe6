import { useEffect, useMemo } from 'preact/hooks'
import { Dialog } from '../parts/dialog.tsx'
import { query, refine } from '../shell/location.ts'
import { rememberOpened } from '../shell/recent.ts'
import { userName } from '../store/company.ts'
import { onChanges } from '../store/live.ts'
import { Composer } from './composer.tsx'
import { FieldList } from './fieldList.tsx'
import type { ShownRecord } from './fieldValue.ts'
import type { RecordKind } from './kinds.ts'
import type { PanelRecord } from './panel.ts'
import { type RecordId, recordAddress } from './places.ts'
import { openRecord, type RecordStore } from './recordStore.ts'
import { StageBar } from './stageBar.tsx'
import { Timeline } from './timeline.tsx'
import { TitleField } from './titleField.tsx'

interface Props {
  kind: RecordKind
  id: RecordId
  /** What a list knows of it: shown until it is read. */
  held?: PanelRecord['held']
}

/** A record: what it is on the left, what happens around it beside that; one of the two where there is no room. */
export function RecordScreen({ kind, id, held }: Props) {
  const store = useMemo(() => openRecord(kind, id, held), [kind, id])
  useEffect(() => readSoon(store), [store])
  useEffect(() => onChanges([kind.name, 'note', 'activity', 'file', 'mail_message'], store.read), [store])
  const record = store.record.value
  const title = record ? String(record[kind.title]) : ''
  useEffect(() => {
    if (!title) return
    document.title = `${title} · Portico`
    rememberOpened({ path: recordAddress(kind.name, id), label: title })
    return () => {
      document.title = 'Portico'
    }
  }, [title])

  if (store.refusal.value && !record)
    return (
      <div class="told">
        <h1>This {kind.label.toLowerCase()} cannot be shown</h1>
        <p>{store.refusal.value}. It may be deleted, or not open to you.</p>
        <a class="primary" href={kind.screen}>
          Back
        </a>
      </div>
    )
  if (!record) return <p class="loading">Loading …</p>
  const part = PARTS.find(({ name }) => name === query.value.get('part'))?.name ?? 'timeline'
  return (
    <article class="record">
      <div class="record-frame" data-part={part}>
        <header class="record-head">
          <TitleField store={store} title={title} />
          <p class="soft">
            {kind.label} of {userName(Number(record.owner_id))}
            {record.is_deleted ? ', deleted' : ''}
          </p>
          {kind.name === 'deal' && <DealHead store={store} record={record} />}
        </header>
        <nav class="record-parts" aria-label="Parts of this record">
          {PARTS.map(({ name, label }) => (
            <button
              key={name}
              type="button"
              aria-current={part === name ? 'true' : undefined}
              onClick={() => refine({ part: name })}
            >
              {label}
            </button>
          ))}
        </nav>
        <div class="record-fields">
          <h2>Details</h2>
          <FieldList store={store} record={record} />
        </div>
        <div class="record-flow">
          <Composer store={store} />
          <Timeline store={store} />
        </div>
      </div>
      <ConflictDialog store={store} />
    </article>
  )
}

/** Where there is no room for all of them, one is shown. */
const PARTS = [
  { name: 'timeline', label: 'Timeline' },
  { name: 'details', label: 'Details' },
] as const

/** Whoever goes quickly through a list reads only the record where they stop. */
function readSoon(store: RecordStore): () => void {
  const isQuick = performance.now() - lastOpened < QUICK_MS
  lastOpened = performance.now()
  const timer = setTimeout(() => void store.read(), isQuick ? QUICK_MS : 0)
  return () => clearTimeout(timer)
}

let lastOpened = Number.NEGATIVE_INFINITY
const QUICK_MS = 200

function DealHead({ store, record }: { store: RecordStore; record: ShownRecord }) {
  const { status } = record
  const to = (next: string, text: string) => () => void store.save({ status: next }, text)
  return (
    <>
      <div class="row outcome">
        {status === 'open' ? (
          <>
            <button type="button" class="won" onClick={to('won', 'Won the deal')}>
              Won
            </button>
            <button type="button" class="lost" onClick={to('lost', 'Lost the deal')}>
              Lost
            </button>
          </>
        ) : (
          <>
            <strong class={String(status)}>{status === 'won' ? 'Won' : 'Lost'}</strong>
            {record.lost_reason ? <span class="soft">{String(record.lost_reason)}</span> : null}
            <button type="button" onClick={to('open', 'Opened the deal again')}>
              Open again
            </button>
          </>
        )}
      </div>
      <StageBar store={store} record={record} />
    </>
  )
}

/** Two people wrote into the same field. */
function ConflictDialog({ store }: { store: RecordStore }) {
  const open = store.conflict.value
  if (!open) return null
  const names = open.fields.map(code => store.fields.value.find(field => field.field_code === code)?.field_name ?? code)
  const valueIn = (from: Record<string, unknown>, code: string) =>
    JSON.stringify(from[code] ?? (from.custom_fields as Record<string, unknown> | undefined)?.[code] ?? null)
  return (
    <Dialog title="Somebody else has changed this too" close={() => void store.decide('theirs')}>
      <table class="conflict">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Yours</th>
            <th scope="col">Theirs</th>
          </tr>
        </thead>
        <tbody>
          {open.fields.map((code, nr) => (
            <tr key={code}>
              <th scope="row">{names[nr]}</th>
              <td>{valueIn(open.patch, code)}</td>
              <td>{valueIn(open.theirs, code)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div class="row">
        <button type="button" class="primary" onClick={() => void store.decide('mine')}>
          Keep mine
        </button>
        <button type="button" onClick={() => void store.decide('theirs')}>
          Keep theirs
        </button>
      </div>
    </Dialog>
  )
}
