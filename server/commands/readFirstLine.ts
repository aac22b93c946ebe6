import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

/** The first line, without its end; empty when there is none. */
export async function readFirstLine(input: Readable): Promise<string> {
  const lines = createInterface({ input })
  for await (const line of lines) {
    lines.close()
    return line
  }
  return ''
}
