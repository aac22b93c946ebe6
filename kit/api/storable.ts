import { failure } from './failure.ts'

/**
 * Refuses text that PostgreSQL cannot store: the zero character, and half a surrogate pair. Asked once for every
 * input, so that no operation has to think of it.
 */
export function refuseUnstorable(value: unknown): void {
  const path = unstorableAt(value)
  if (path === undefined) return
  const field = path.reverse().join('.') || 'body'
  throw failure('invalid', `${field} has characters that cannot be stored`, { field })
}

/**
 * The keys that lead to such text, the last one first; undefined when there is none. An input may have tens of
 * thousands of values, so the path is put together on the way back only.
 */
function unstorableAt(value: unknown): string[] | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : []
  if (typeof value !== 'object' || value === null) return undefined
  return Array.isArray(value) ? unstorableElement(value) : unstorableProperty(value)
}

function unstorableElement(list: readonly unknown[]): string[] | undefined {
  for (let index = 0; index < list.length; index++) {
    const path = unstorableAt(list[index])
    if (path) return [...path, String(index)]
  }
  return undefined
}

function unstorableProperty(record: object): string[] | undefined {
  const held = record as Readonly<Record<string, unknown>>
  for (const key of Object.keys(held)) {
    if (!isStorable(key)) return []
    const path = unstorableAt(held[key])
    if (path) return [...path, key]
  }
  return undefined
}

const UNSTORABLE = /[\0\p{Surrogate}]/u

function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text)
}
