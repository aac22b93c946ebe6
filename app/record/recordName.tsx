import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { call } from '../api/call.ts'
import { type KindName, RECORD_PLACES, type RecordId, recordAddress } from './places.ts'

/** The name of a record that another one links to, and the way to it. Those that may not be seen have none. */
export function RecordName({ kind, id }: { kind: KindName; id: RecordId }) {
  const name = useSignal<string | undefined>(undefined)
  useEffect(() => {
    void nameOf(kind, id).then(found => {
      name.value = found
    })
  }, [kind, id])
  if (name.value === undefined) return <span class="soft">…</span>
  return <a href={recordAddress(kind, id)}>{name.value}</a>
}

/** Names that were asked for, while they are likely to be asked for again. */
const known = new Map<string, Promise<string>>()
const KNOWN_MS = 30_000

export function nameOf(kind: KindName, id: RecordId): Promise<string> {
  const key = `${kind}/${id}`
  const found = known.get(key)
  if (found) return found
  const asked = call<{ name?: string; title?: string }>(`GET ${RECORD_PLACES[kind].path}/${id}`).then(
    ({ data }) => data.name ?? data.title ?? `No. ${id}`,
    () => `No. ${id}`,
  )
  known.set(key, asked)
  setTimeout(() => known.delete(key), KNOWN_MS)
  return asked
}
