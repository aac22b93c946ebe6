import { call } from '../../api/call.ts'
import type { FoundRecord } from '../../parts/recordChoice.tsx'
import type { ShownRecord } from '../fieldValue.ts'
import type { RecordKind } from '../kinds.ts'

const MOST_TERMS = 6

/** Records of the same kind with the same name, e-mail or phone. */
export async function findDuplicates(kind: RecordKind, record: ShownRecord): Promise<FoundRecord[]> {
  const found = new Map<unknown, FoundRecord>()
  for (const { term, fields } of termsOf(kind, record)) {
    const { data } = await call<{ items: { item: FoundRecord & { title?: string } }[] }>(
      `GET /v2/itemSearch?term=${encodeURIComponent(term)}&item_types=${kind.name}&fields=${fields}&exact_match=true&limit=10`,
    )
    for (const { item } of data.items)
      if (item.id !== record.id) found.set(item.id, { ...item, name: item.name ?? item.title ?? String(item.id) })
  }
  return [...found.values()]
}

function termsOf(kind: RecordKind, record: ShownRecord): { term: string; fields: string }[] {
  const entries = (given: unknown) =>
    ((given as { value: string }[] | null | undefined) ?? []).map(({ value }) => value)
  return [
    { term: String(record[kind.title] ?? ''), fields: kind.title },
    ...entries(record.emails).map(term => ({ term, fields: 'email' })),
    ...entries(record.phones).map(term => ({ term, fields: 'phone' })),
  ]
    .filter(({ term }) => term.trim().length > 0)
    .slice(0, MOST_TERMS)
}
