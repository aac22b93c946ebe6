import { failure } from '@portico/kit/failure'

/** PostgreSQL stores no NUL in text, and nobody means one: refused wherever it stands in the input. */
export function refuseNul(value: unknown, field = ''): void {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw failure('invalid', `${field || 'The request'} holds a NUL character`, { field })
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value)) refuseNul(part, field || key)
  }
}
