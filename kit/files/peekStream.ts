import type { Readable } from 'node:stream'

/** The first bytes of a stream, and a stream that still begins with them. Reads on only when asked to. */
export async function peekStream(
  source: Readable,
  size: number,
): Promise<{ head: Uint8Array; stream: ReadableStream<Uint8Array> }> {
  const chunks: AsyncIterator<Uint8Array> = source[Symbol.asyncIterator]()
  const begun: Uint8Array[] = []
  let length = 0
  while (length < size) {
    const { done, value } = await chunks.next()
    if (done) break
    begun.push(value)
    length += value.byteLength
  }
  return {
    head: Buffer.concat(begun).subarray(0, size),
    stream: new ReadableStream({ pull, cancel }, { highWaterMark: 0 }),
  }

  async function pull(controller: ReadableStreamDefaultController<Uint8Array>) {
    const first = begun.shift()
    if (first) return controller.enqueue(first)
    const { done, value } = await chunks.next()
    if (done) controller.close()
    else controller.enqueue(value)
  }

  async function cancel() {
    await chunks.return?.()
  }
}
