/** The body as parsed JSON, `too large` or `malformed`. Reading stops as soon as the limit is passed. */
export async function readJson(request: Request, maxBytes: number): Promise<JsonBody> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return { problem: 'too large' }
  const bytes = await readUpTo(request, maxBytes)
  if (bytes === undefined) return { problem: 'too large' }
  try {
    return { json: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) }
  } catch {
    return { problem: 'malformed' }
  }
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
