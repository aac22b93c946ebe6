import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { call } from '../api/call.ts'
import { Refusal } from '../api/refusal.ts'
import { tellProblem } from '../shell/toasts.ts'
import { offerUndo } from '../store/undo.ts'
import { changedSince, type Field, type Patch, patched, type ShownRecord } from './fieldValue.ts'
import type { RecordKind } from './kinds.ts'

/** Something that happened to a record or around it, as the flow of v1 tells it. */
export interface FlowEntry {
  object: string
  timestamp: string
  data: Record<string, unknown>
}

/** Two people have changed the same field: which value shall stand? */
export interface Conflict {
  patch: Patch
  fields: readonly string[]
  theirs: ShownRecord
}

export interface RecordStore {
  kind: RecordKind
  id: number
  /** Undefined while it is read; as it will be when what was typed is saved. */
  record: ReadonlySignal<ShownRecord | undefined>
  fields: Signal<readonly Field[]>
  flow: Signal<readonly FlowEntry[] | undefined>
  hasMore: Signal<boolean>
  /** Why it cannot be shown. */
  refusal: Signal<string>
  conflict: Signal<Conflict | undefined>
  read(): Promise<void>
  readMore(): Promise<void>
  save(patch: Patch, text: string): Promise<void>
  /** Ends a conflict: with one's own values, or with what is there. */
  decide(whose: 'mine' | 'theirs'): Promise<void>
}

const FLOW_PAGE = 50

/** One record on screen. */
export function openRecord(kind: RecordKind, id: number): RecordStore {
  const stored = signal<ShownRecord | undefined>(undefined)
  const unsaved = signal<readonly Patch[]>([])
  const fields = signal<readonly Field[]>([])
  const flow = signal<readonly FlowEntry[] | undefined>(undefined)
  const hasMore = signal(false)
  const refusal = signal('')
  const conflict = signal<Conflict | undefined>(undefined)
  let version: number | undefined

  async function readRecord(): Promise<ShownRecord> {
    const answer = await call<ShownRecord>(`GET ${kind.path}/${id}`)
    version = answer.version
    stored.value = answer.data
    return answer.data
  }

  async function readFlow(start: number): Promise<void> {
    const { data } = await call<FlowEntry[] | null>(`GET ${kind.flowPath(id)}?start=${start}&limit=${FLOW_PAGE}`)
    const entries = data ?? []
    flow.value = start === 0 ? entries : [...(flow.value ?? []), ...entries]
    hasMore.value = entries.length === FLOW_PAGE
  }

  async function read(): Promise<void> {
    try {
      const [, described] = await Promise.all([
        readRecord(),
        fields.value.length ? undefined : call<Field[]>(`GET ${kind.fieldsPath}?limit=500`),
        readFlow(0),
      ])
      if (described) fields.value = described.data
      refusal.value = ''
    } catch (error) {
      refusal.value = error instanceof Error ? error.message : String(error)
    }
  }

  /** Sends a patch for the version that is shown. Where only other fields have changed since, it is sent for the new one. */
  async function send(patch: Patch): Promise<string | undefined> {
    for (;;) {
      const before = stored.value
      try {
        const answer = await call<ShownRecord>(`PATCH ${kind.path}/${id}`, { body: patch, ifMatch: version })
        version = answer.version
        stored.value = answer.data
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
    hasMore,
    refusal,
    conflict,
    read,
    readMore: () => readFlow(flow.value?.length ?? 0),
    async save(patch, text) {
      unsaved.value = [...unsaved.value, patch]
      try {
        const correlationId = await send(patch)
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
