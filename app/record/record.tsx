import { useEffect, useMemo } from 'preact/hooks'
import { Dialog } from '../parts/dialog.tsx'
import { useKeys } from '../shell/keys.ts'
import { query, refine } from '../shell/location.ts'
import { rememberOpened } from '../shell/recent.ts'
import { userName } from '../store/company.ts'
import { onChanges } from '../store/live.ts'
import { Composer } from './composer/composer.tsx'
import { DealHead } from './dealHead.tsx'
import { FieldList } from './fieldList.tsx'
import { FieldText } from './fieldText.tsx'
import { patched } from './fieldValue.ts'
import { fieldsItem, type RecordKind } from './kinds.ts'
import { LeadHead } from './leadHead.tsx'
import { type PanelRecord, stepRecord } from './panel.ts'
import { type RecordId, recordAddress } from './places.ts'
import { ProjectHead } from './project/projectHead.tsx'
import { TaskPlan } from './project/taskPlan.tsx'
import { RecordMenu } from './recordMenu.tsx'
import { openRecord, type RecordStore } from './recordStore.ts'
import { RecordSide } from './side/side.tsx'
import { Summary } from './summary.tsx'
import { Timeline } from './timeline/timeline.tsx'
import { TitleField } from './titleField.tsx'

interface Props {
  kind: RecordKind
  id: RecordId
  /** What a list knows of it: shown until it is read. */
  held?: PanelRecord['held']
}

/** A record: what it is, what happens around it, what belongs to it. Where there is no room, one of the three. */
export function RecordScreen({ kind, id, held }: Props) {
  const store = useMemo(() => openRecord(kind, id, held), [kind, id])
  useEffect(() => readSoon(store), [store])
  useEffect(
    () =>
      onChanges([kind.name, fieldsItem(kind), 'note', 'activity', 'file', 'mail_message', 'mail_thread'], store.read),
    [store],
  )
  useKeys('Record', useStepKeys(kind, id), { isAbove: true })
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
  const part = PARTS.find(({ name }) => name === query.value.get('part'))?.name ?? firstPart(kind)
  return (
    <article class="record">
      <div class="record-frame" data-part={part}>
        <header class="record-head">
          <div class="record-title">
            <TitleField store={store} title={title} />
            <RecordMenu store={store} record={record} />
          </div>
          <p class="soft">
            {kind.label} of {userName(Number(record.owner_id))}
            {record.is_deleted ? ', deleted' : ''}
          </p>
          <Summary store={store} record={record} />
          {kind.name === 'deal' && <DealHead store={store} record={record} />}
          {kind.name === 'lead' && <LeadHead store={store} record={record} />}
          {kind.name === 'project' && <ProjectHead store={store} record={record} />}
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
          <FieldList store={store} record={record} />
        </div>
        <div class="record-flow">
          {kind.name === 'project' && <TaskPlan store={store} record={record} />}
          {kind.composer.length > 0 && <Composer store={store} record={record} />}
          <Timeline store={store} />
        </div>
        <div class="record-side">
          <RecordSide store={store} record={record} />
        </div>
      </div>
      <ConflictDialog store={store} />
    </article>
  )
}

/** On the page of a record, as beside a list, J and K go on in the order of the list it was opened from. */
function useStepKeys(kind: RecordKind, id: RecordId) {
  return useMemo(() => {
    const step = (by: 1 | -1) => () => stepRecord({ kind: kind.name, id }, by)
    return [
      { keys: 'j', text: 'Next record', run: step(1) },
      { keys: 'k', text: 'Record before', run: step(-1) },
    ]
  }, [kind, id])
}

/** Nothing is written on a product: it begins with what it is. */
function firstPart({ composer }: RecordKind): (typeof PARTS)[number]['name'] {
  return composer.length > 0 ? 'timeline' : 'details'
}

/** Where there is no room for all of them, one is shown. */
const PARTS = [
  { name: 'timeline', label: 'Timeline' },
  { name: 'details', label: 'Details' },
  { name: 'related', label: 'Related' },
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

/** Two people wrote into the same field. */
function ConflictDialog({ store }: { store: RecordStore }) {
  const open = store.conflict.value
  if (!open) return null
  const fields = open.fields.map(code => store.fields.value.find(field => field.field_code === code) ?? code)
  const mine = patched(open.theirs, open.patch)
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
          {fields.map(field =>
            typeof field === 'string' ? (
              <tr key={field}>
                <th scope="row">{field}</th>
                <td>{String(mine[field] ?? '')}</td>
                <td>{String(open.theirs[field] ?? '')}</td>
              </tr>
            ) : (
              <tr key={field.field_code}>
                <th scope="row">{field.field_name}</th>
                <td>
                  <FieldText record={mine} field={field} />
                </td>
                <td>
                  <FieldText record={open.theirs} field={field} />
                </td>
              </tr>
            ),
          )}
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
