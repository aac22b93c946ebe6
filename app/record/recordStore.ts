import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { call } from '../api/call.ts'
import { Refusal } from '../api/refusal.ts'
import { tellProblem } from '../shell/toasts.ts'
import { myCurrency } from '../store/company.ts'
import { offerUndo } from '../store/undo.ts'
import { changedSince, type Field, type Patch, patched, type ShownRecord } from './fieldValue.ts'
import type { RecordKind } from './kinds.ts'
import type { RecordId } from './places.ts'
import { type FlowEntry, withFirstPage, withNextPage } from './timeline/flowPages.ts'

/** Two people have changed the same field: which value shall stand? */
export interface Conflict {
  patch: Patch
  fields: readonly string[]
  theirs: ShownRecord
}

export interface RecordStore {
  kind: RecordKind
  id: RecordId
  /** Undefined while it is read; as it will be when what was typed is saved. */
  record: ReadonlySignal<ShownRecord | undefined>
  fields: Signal<readonly Field[]>
  flow: Signal<readonly FlowEntry[] | undefined>
  /** Activities that are still to be done, however long ago they were planned. */
  planned: Signal<readonly FlowEntry[] | undefined>
  hasMore: Signal<boolean>
  /** Why it cannot be shown. */
  refusal: Signal<string>
  conflict: Signal<Conflict | undefined>
  read(): Promise<void>
  readMore(): Promise<void>
  /** Narrows the flow to some kinds of entries, named as the server does; all when empty. */
  narrow(items: string): void
  save(patch: Patch, text: string): Promise<void>
  /** Ends a conflict: with one's own values, or with what is there. */
  decide(whose: 'mine' | 'theirs'): Promise<void>
}

const FLOW_PAGE = 50

/** Records that were opened lately: they are shown as they were at once, and read again. */
const opened = new Map<string, RecordStore>()
const MOST_OPENED = 30

/** One record on screen. `held` is what a list knows of it already. */
export function openRecord(kind: RecordKind, id: RecordId, held?: Readonly<Record<string, unknown>>): RecordStore {
  const key = `${kind.name}/${id}`
  const store = opened.get(key) ?? newStore(kind, id, held)
  opened.delete(key)
  opened.set(key, store)
  for (const oldest of opened.keys()) {
    if (opened.size <= MOST_OPENED) break
    opened.delete(oldest)
  }
  return store
}

/** What a company has fields for is the same for all records of a kind. */
const fieldsOfKinds = new Map<string, Signal<readonly Field[]>>()

function fieldsOf(kind: RecordKind): Signal<readonly Field[]> {
  const known = fieldsOfKinds.get(kind.name) ?? signal<readonly Field[]>([])
  fieldsOfKinds.set(kind.name, known)
  return known
}

function newStore(kind: RecordKind, id: RecordId, held: Readonly<Record<string, unknown>> | undefined): RecordStore {
  const raw = signal<ShownRecord | undefined>(held && { ...held, id })
  const unsaved = signal<readonly Patch[]>([])
  const fields = fieldsOf(kind)
  const flow = signal<readonly FlowEntry[] | undefined>(undefined)
  const planned = signal<readonly FlowEntry[] | undefined>(undefined)
  const hasMore = signal(false)
  let items = ''
  let isReadingMore = false
  let sending: Promise<unknown> = Promise.resolve()
  const refusal = signal('')
  const conflict = signal<Conflict | undefined>(undefined)
  const shown = (record: ShownRecord) => kind.wire?.shown(record, fields.value) ?? record
  const stored = computed(() => raw.value && shown(raw.value))
  let version: number | undefined

  async function readRecord(): Promise<ShownRecord> {
    const answer = await call<ShownRecord>(`GET ${kind.path}/${id}`)
    version = answer.version
    raw.value = answer.data
    return shown(answer.data)
  }

  async function readFields(): Promise<void> {
    const { data } = await call<Field[]>(`GET ${kind.fieldsPath}?limit=500${kind.fieldFlags}`)
    // The kind knows the form of its own fields.
    fields.value = kind.wire ? kind.wire.fields(data as never) : data
  }

  async function readFlow(start: number): Promise<void> {
    const asked = items
    const entries = await flowOf(`start=${start}&limit=${FLOW_PAGE}${asked && `&items=${asked}`}`)
    // Something else is asked for by now.
    if (asked !== items) return
    const before = flow.value ?? []
    flow.value = start === 0 ? withFirstPage(before, entries) : withNextPage(before, entries)
    if (start > 0 || flow.value.length === entries.length) hasMore.value = entries.length === FLOW_PAGE
  }

  async function readPlanned(): Promise<void> {
    if (kind.composer.includes('Activity')) planned.value = await flowOf(`items=plannedActivity&limit=${FLOW_PAGE}`)
  }

  async function flowOf(asked: string): Promise<FlowEntry[]> {
    return (await call<FlowEntry[] | null>(`GET ${kind.flowPath(id)}?all_changes=1&${asked}`)).data ?? []
  }

  async function read(): Promise<void> {
    try {
      await Promise.all([readRecord(), readFields(), readFlow(0), readPlanned()])
      refusal.value = ''
    } catch (error) {
      refusal.value = error instanceof Error ? error.message : String(error)
      // Gone, or hidden since: what was held of it is not shown any longer.
      if (error instanceof Refusal) raw.value = undefined
    }
  }

  /** Sends a patch for the version that is shown. Where only other fields have changed since, it is sent for the new one. */
  async function send(patch: Patch): Promise<string | undefined> {
    // What a list held has no version yet.
    if (version === undefined) await readRecord()
    for (;;) {
      const before = stored.value
      try {
        const body = kind.wire && before ? kind.wire.patch(patch, before, myCurrency.value) : patch
        const answer = await call<ShownRecord>(`PATCH ${kind.path}/${id}`, { body, ifMatch: version })
        version = answer.version
        raw.value = answer.data
        return answer.correlationId
      } catch (error) {
        if (!(error instanceof Refusal && error.status === 412) || !before) throw error
        const theirs = await readRecord()
        const clashes = changedSince(before, theirs, patch)
        if (clashes.length > 0) {
          conflict.value = { patch, fields: clashes, theirs }
          return undefined
        }
      }
    }
  }

  return {
    kind,
    id,
    record: computed(() => stored.value && unsaved.value.reduce(patched, stored.value)),
    fields,
    flow,
    planned,
    hasMore,
    refusal,
    conflict,
    read,
    async readMore() {
      if (isReadingMore || !hasMore.value) return
      isReadingMore = true
      await readFlow(flow.value?.length ?? 0).finally(() => {
        isReadingMore = false
      })
    },
    narrow(next) {
      if (next === items) return
      items = next
      flow.value = undefined
      hasMore.value = false
      if (next !== 'change') readFlow(0).catch(tellProblem)
    },
    async save(patch, text) {
      unsaved.value = [...unsaved.value, patch]
      try {
        // One after the other: the second of two quick changes is meant for what the first has made.
        const sent = sending.then(() => send(patch))
        sending = sent.catch(() => {})
        const correlationId = await sent
        if (correlationId) offerUndo(text, correlationId)
      } catch (error) {
        tellProblem(error)
      } finally {
        unsaved.value = unsaved.value.filter(each => each !== patch)
      }
    },
    async decide(whose) {
      const open = conflict.value
      conflict.value = undefined
      if (open && whose === 'mine') await this.save(open.patch, 'Saved your values')
    },
  }
}
