/** Regroups chunks of any size into parts of exactly `size` bytes; only the last part may be smaller. */
export async function* joinParts(chunks: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = []
  let length = 0

  for await (const chunk of chunks) {
    let rest = chunk
    while (length + rest.byteLength >= size) {
      waiting.push(rest.subarray(0, size - length))
      rest = rest.subarray(size - length)
      yield Buffer.concat(waiting, size)
      waiting = []
      length = 0
    }
    if (rest.byteLength > 0) waiting.push(rest)
    length += rest.byteLength
  }
  if (length > 0) yield Buffer.concat(waiting, length)
}
