import { isRecord } from '@portico/kit/api/isRecord'
import type { Reply } from './askOperation.ts'

/** An assistant reads every character: an answer has no more than these. */
export const MOST_CHARACTERS = 24_000

const NOTHING = { result: 'nothing found' }

/** As much of each text as fits, from generous to very little. */
const TEXT_LENGTHS = [8_000, 1_000, 300, 80, 20]

/** The answer of a tool as JSON: what has a value, of a list the fields that matter, and how to get more. */
export function shortAnswer({ data, additional_data }: Reply, shows?: readonly string[]): string {
  const more = moreOf(additional_data)
  const picked = shows && Array.isArray(data) ? data.map(record => picking(record, shows)) : data
  if (Array.isArray(picked)) return fitting({ items: picked, ...(more && { more }) })
  return fitting(more && isRecord(picked) ? { ...picked, more } : picked)
}

/** Any value as JSON of a bounded length. */
export function fitting(value: unknown): string {
  for (const length of TEXT_LENGTHS) {
    const text = JSON.stringify(withoutEmpty(value, length) ?? NOTHING)
    if (text.length <= MOST_CHARACTERS) return text
  }
  const text = JSON.stringify(withoutEmpty(value, TEXT_LENGTHS.at(-1) ?? 0))
  return `${text.slice(0, MOST_CHARACTERS)}… (cut off: ask for less, with a smaller limit)`
}

function picking(record: unknown, names: readonly string[]): unknown {
  if (!isRecord(record)) return record
  return Object.fromEntries(names.map(name => [name, record[name]]))
}

/** Without null, empty lists and empty objects; false, 0 and '' say something. */
function withoutEmpty(value: unknown, length: number): unknown {
  if (typeof value === 'string') return value.length > length ? `${value.slice(0, length)}… (cut)` : value
  if (Array.isArray(value)) return value.map(item => withoutEmpty(item, length) ?? null)
  if (!isRecord(value)) return value ?? undefined
  const kept = Object.entries(value)
    .map(([name, part]) => [name, withoutEmpty(part, length)] as const)
    .filter(([, part]) => part !== undefined && !(Array.isArray(part) && part.length === 0))
  return kept.length > 0 ? Object.fromEntries(kept) : undefined
}

/** How a list goes on, by whichever way its operation pages. */
function moreOf(beside: unknown): string | undefined {
  if (!isRecord(beside)) return undefined
  if (typeof beside.next_cursor === 'string') return `call again with cursor ${JSON.stringify(beside.next_cursor)}`
  const { pagination } = beside
  const paged = isRecord(pagination) ? pagination : beside
  if (paged.more_items_in_collection === true && typeof paged.next_start === 'number')
    return `call again with start ${paged.next_start}`
  return undefined
}
