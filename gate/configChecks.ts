/** An error whose message names the field and what was expected of it. */
export function configError(field: string, expected: string, got?: unknown): Error {
  const seen = got === undefined ? '' : `, got ${shown(got)}`
  const error = new TypeError(`gate: ${field} ${expected}${seen}`)
  error.name = 'GateConfigError'
  return error
}

export function integerIn(field: string, value: unknown, least: number, most: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most) {
    throw configError(field, `must be a whole number from ${least} to ${most}`, value ?? 'nothing')
  }
  return value
}

export function booleanIn(field: string, value: unknown): boolean {
  if (typeof value !== 'boolean') throw configError(field, 'must be true or false', value)
  return value
}

export function textIn(field: string, value: unknown, most: number): string {
  // Half a character cannot be part of a link.
  if (typeof value !== 'string' || value === '' || value.length > most || /\p{Surrogate}/u.test(value)) {
    throw configError(field, `must be a text of 1 to ${most} characters`, value)
  }
  return value
}

export function urlIn(field: string, value: unknown): string {
  const url = typeof value === 'string' ? parseUrl(value) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) throw configError(field, 'must be an http or https URL', value)
  return url.href
}

export function functionIn<Value>(field: string, value: Value): Value {
  if (typeof value !== 'function') throw configError(field, 'must be a function', value)
  return value
}

/** The caller names the shape; members are checked where they are used. */
export function objectIn<Value>(field: string, value: unknown): Value {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw configError(field, 'must be an object', value ?? 'nothing')
  }
  return value as Value
}

/** A misspelt "nationalty" must not silently open the gate. */
export function onlyKnown(prefix: string, value: object, known: Readonly<Record<string, unknown>>): void {
  if (typeof value !== 'object' || value === null) throw configError('the configuration', 'must be an object', value)
  const unknown = Object.keys(value).find(key => !Object.hasOwn(known, key))
  if (unknown !== undefined) {
    throw configError(prefix + unknown, `is not an option; known are ${Object.keys(known).join(', ')}`)
  }
}

export function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined
}

/** What has no JSON, as `900n`, is told by its kind. */
function shown(value: unknown): string {
  try {
    return (JSON.stringify(value) ?? typeof value).slice(0, 80)
  } catch {
    return typeof value
  }
}
