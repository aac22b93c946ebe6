import { failure } from '@portico/kit/api/failure'

/** The text of an answer; whoever sends more than is allowed is not read to the end. */
export async function boundedText({ body, url }: Response, mostBytes: number): Promise<string> {
  if (!body) return ''
  const pieces: Uint8Array[] = []
  let bytes = 0
  const reader = body.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    bytes += next.value.length
    if (bytes > mostBytes) {
      await reader.cancel()
      throw failure('unavailable', `The source answered ${url || 'a call'} with more than ${mostBytes} bytes`)
    }
    pieces.push(next.value)
  }
  return Buffer.concat(pieces).toString()
}
