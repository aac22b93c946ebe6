import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { call } from '../api/call.ts'

const PLACES = {
  person: { path: '/v2/persons', screen: '/app/people' },
  organization: { path: '/v2/organizations', screen: '/app/organizations' },
  deal: { path: '/v2/deals', screen: '/app/deals' },
} as const

export type NamedKind = keyof typeof PLACES

/** The name of a record that another one links to, and the way to it. Those that may not be seen have none. */
export function RecordName({ kind, id }: { kind: NamedKind; id: number }) {
  const name = useSignal<string | undefined>(undefined)
  const { path, screen } = PLACES[kind]
  useEffect(() => {
    void nameOf(path, id).then(found => {
      name.value = found
    })
  }, [path, id])
  if (name.value === undefined) return <span class="soft">…</span>
  return <a href={`${screen}/${id}`}>{name.value}</a>
}

/** Names that were asked for, while they are likely to be asked for again. */
const known = new Map<string, Promise<string>>()
const KNOWN_MS = 30_000

export function nameOf(path: string, id: number): Promise<string> {
  const key = `${path}/${id}`
  const found = known.get(key)
  if (found) return found
  const asked = call<{ name?: string; title?: string }>(`GET ${path as '/v2'}/${id}`).then(
    ({ data }) => data.name ?? data.title ?? `No. ${id}`,
    () => `No. ${id}`,
  )
  known.set(key, asked)
  setTimeout(() => known.delete(key), KNOWN_MS)
  return asked
}
