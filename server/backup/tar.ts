import { Header } from 'tar/header'
import { Pax } from 'tar/pax'

/** Headers of the tar format (POSIX ustar and pax) for what a backup holds: plain files with a name and a size. */

export const BLOCK = 512

/** The header of a file. One that does not fit its fixed fields (a long name, 8 GB) gets a pax header in front. */
export function tarHeader(name: string, size: number, at: Date): Buffer {
  const block = Buffer.alloc(BLOCK)
  const header = new Header({ path: name, size, mtime: at, mode: 0o600, uid: 0, gid: 0, type: 'File' })
  const needsPax = header.encode(block)
  return needsPax ? Buffer.concat([new Pax({ path: name, size }).encode(), block]) : block
}

export function padding(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)
}

/** Two empty blocks end an archive. */
export const TAR_END = Buffer.alloc(2 * BLOCK)

export interface TarHeader {
  name: string
  size: number
  /** Its body is the pax header of the file after it. */
  isPax: boolean
}

/** Undefined for the empty block that ends an archive. */
export function parseTarHeader(block: Buffer, pax?: Pax): TarHeader | undefined {
  const header = new Header(block)
  if (header.nullBlock) return undefined
  const name = pax?.path ?? header.path
  const size = pax?.size ?? header.size
  if (!header.cksumValid || name === undefined || size === undefined) throw new Error('a header is damaged')
  return { name, size, isPax: header.type === 'ExtendedHeader' }
}

export function parsePax(body: Buffer): Pax {
  return Pax.parse(body.toString('utf8'))
}
