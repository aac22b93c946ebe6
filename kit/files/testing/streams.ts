/** A stream of `size` bytes that makes each chunk when it is asked for; `onPull` is told how many it has made. */
export function streamOf(size: number, chunkSize = 64 * 1024, onPull?: (made: number) => void) {
  let made = 0
  const state = { cancelled: false, stream: new ReadableStream<Uint8Array>({ pull, cancel }, { highWaterMark: 0 }) }
  return state

  function pull(controller: ReadableStreamDefaultController<Uint8Array>) {
    onPull?.(made)
    const length = Math.min(chunkSize, size - made)
    if (length <= 0) return controller.close()
    controller.enqueue(patternBytes(made, length))
    made += length
  }

  function cancel() {
    state.cancelled = true
  }
}

/** Gives some bytes, then fails as a connection does that is lost on the way. */
export function streamThatBreaks(after: number): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (after <= 0) return controller.error(new Error('the sender went away'))
        controller.enqueue(patternBytes(0, Math.min(64 * 1024, after)))
        after -= 64 * 1024
      },
    },
    { highWaterMark: 0 },
  )
}

/** Bytes that differ by their place in the file, so that a shifted or repeated part is seen. */
export function patternBytes(start: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  for (let at = 0; at < length; at++) {
    const place = start + at
    bytes[at] = (place ^ (place >> 8) ^ (place >> 16)) & 0xff
  }
  return bytes
}

export async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Buffer> {
  return Buffer.from(await new Response(stream).arrayBuffer())
}
