import { failure } from './failure.ts'

/**
 * Refuses text that PostgreSQL cannot store: the zero character, and half a surrogate pair. Asked once for every
 * input, so that no operation has to think of it.
 */
export function refuseUnstorable(value: unknown, path = ''): void {
  if (typeof value === 'string') {
    if (UNSTORABLE.test(value)) throw refusal(path)
    return
  }
  if (typeof value !== 'object' || value === null) return
  for (const [key, held] of Object.entries(value)) {
    if (UNSTORABLE.test(key)) throw refusal(path)
    refuseUnstorable(held, path === '' ? key : `${path}.${key}`)
  }
}

const UNSTORABLE = /[\0\p{Surrogate}]/u

function refusal(path: string) {
  const field = path || 'body'
  return failure('invalid', `${field} has characters that cannot be stored`, { field })
}
