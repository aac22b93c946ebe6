import { failure } from '@portico/kit/api/failure'
import { isRecord } from '@portico/kit/api/isRecord'

/**
 * Older clients send `{data: …}` or `{data: {payload: …}}`, newer ones the object itself. A wrapper has nothing beside
 * what it wraps: a mix would leave open which part is meant.
 */
export function unwrapBody(body: unknown): unknown {
  return withoutNulls(unwrap(unwrap(body, 'data'), 'payload'))
}

/** Clients of forms send `null` for what was left empty. */
function withoutNulls(body: unknown): unknown {
  if (!isRecord(body)) return body
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
}

function unwrap(body: unknown, wrapper: string): unknown {
  if (!isRecord(body)) return body
  const inner = body[wrapper]
  if (!isRecord(inner)) return body
  if (Object.keys(body).length > 1)
    throw failure('invalid', `Send the fields inside ${wrapper} or beside it, not both`, { field: wrapper })
  return inner
}
