/**
 * The body as parsed JSON, `too large` or `malformed`. Reading stops as soon as the limit is passed. No answer of a
 * provider is nested deeply or has a key `__proto__`; what does is meant for the code that reads it.
 */
export async function readJson(request: Request, maxBytes: number): Promise<JsonBody> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return { problem: 'too large' }
  const bytes = await readUpTo(request, maxBytes)
  if (bytes === undefined) return { problem: 'too large' }
  try {
    const json: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return isPlain(json) ? { json } : { problem: 'malformed' }
  } catch {
    return { problem: 'malformed' }
  }
}

const DEEPEST = 32

/** Level by level rather than by recursion, which a deep body would turn against us. */
function isPlain(json: unknown): boolean {
  let level: unknown[] = [json]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return false
    const objects = level.filter(value => typeof value === 'object' && value !== null)
    if (objects.some(object => Object.hasOwn(object, '__proto__'))) return false
    level = objects.flatMap(object => Object.values(object))
  }
  return true
}

export type JsonBody = { json: unknown; problem?: never } | { problem: 'too large' | 'malformed'; json?: never }

async function readUpTo(request: Request, maxBytes: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = request.body?.getReader()
  while (reader) {
    const { done, value } = await reader.read()
    if (done) break
    length += value.byteLength
    if (length > maxBytes) {
      // Not awaited: a body that never ends may never confirm either.
      reader.cancel().catch(() => {})
      return undefined
    }
    chunks.push(value)
  }
  return joined(chunks, length)
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    whole.set(chunk, offset)
    offset += chunk.byteLength
  }
  return whole
}
