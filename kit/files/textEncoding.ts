export const ENCODINGS = ['utf-8', 'windows-1252', 'utf-16le', 'utf-16be'] as const
export type Encoding = (typeof ENCODINGS)[number]

/**
 * How the text in a file is encoded: as the mark at its beginning says, UTF-8 when all of it is, else Windows-1252, which
 * holds Latin-1.
 */
export async function encodingOf(chunks: AsyncIterable<Uint8Array>): Promise<Encoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let begun = false
  for await (const chunk of chunks) {
    if (!begun && chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le'
    if (!begun && chunk[0] === 0xfe && chunk[1] === 0xff) return 'utf-16be'
    begun = true
    try {
      decoder.decode(chunk, { stream: true })
    } catch {
      return 'windows-1252'
    }
  }
  return 'utf-8'
}

/** The text of a file, piece by piece, without the mark at its beginning. */
export async function* decoded(chunks: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true })
    if (text) yield text
  }
  const rest = decoder.decode()
  if (rest) yield rest
}
