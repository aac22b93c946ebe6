/** The little of the tar format (POSIX ustar and pax) that a backup needs: plain files with a name and a size. */

export const BLOCK = 512

/** The header of a file; a name too long for it gets a pax header in front. */
export function tarHeader(name: string, size: number, at: Date): Buffer {
  if (Buffer.byteLength(name) <= 100) return headerBlock(name, size, at, '0')
  const record = paxRecord('path', name)
  const short = Buffer.from(name).subarray(0, 100).toString('latin1')
  return Buffer.concat([
    headerBlock('pax', record.length, at, 'x'),
    record,
    padding(record.length),
    headerBlock(short, size, at, '0'),
  ])
}

export function padding(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)
}

/** Two empty blocks end an archive. */
export const TAR_END = Buffer.alloc(2 * BLOCK)

export interface TarHeader {
  name: string
  size: number
  type: string
}

/** Undefined for the empty block that ends an archive. */
export function parseTarHeader(block: Buffer): TarHeader | undefined {
  if (block.every(byte => byte === 0)) return undefined
  const written = Number.parseInt(text(block, 148, 8), 8)
  if (written !== checksum(block)) throw new Error('a header is damaged')
  return { name: text(block, 0, 100), size: parseSize(block), type: text(block, 156, 1) || '0' }
}

/** The name a pax header gives to the file after it. */
export function parsePaxName(record: Buffer): string | undefined {
  return /(?:^|\n)\d+ path=([^\n]*)\n/.exec(record.toString('utf8'))?.[1]
}

function headerBlock(name: string, size: number, at: Date, type: string): Buffer {
  const block = Buffer.alloc(BLOCK)
  block.write(name, 0, 100, 'utf8')
  block.write('0000600\0', 100)
  block.write('0000000\0', 108)
  block.write('0000000\0', 116)
  writeSize(block, size)
  block.write(`${octal(Math.floor(at.getTime() / 1000), 11)}\0`, 136)
  block.write(type, 156)
  block.write('ustar\x0000', 257, 'latin1')
  block.write(`${octal(checksum(block), 6)}\0 `, 148)
  return block
}

/** Eleven octal digits hold 8 GB; beyond that the size is binary, marked by the first bit. */
function writeSize(block: Buffer, size: number): void {
  if (size < 8 ** 11) {
    block.write(`${octal(size, 11)}\0`, 124)
    return
  }
  block.writeUInt8(0x80, 124)
  block.writeBigUInt64BE(BigInt(size), 128)
}

function parseSize(block: Buffer): number {
  if ((block.readUInt8(124) & 0x80) !== 0) return Number(block.readBigUInt64BE(128))
  return Number.parseInt(text(block, 124, 12), 8)
}

/** The sum of all bytes, with the eight of the sum itself counted as spaces. */
function checksum(block: Buffer): number {
  let sum = 8 * 32
  for (let at = 0; at < BLOCK; at++) if (at < 148 || at >= 156) sum += block.readUInt8(at)
  return sum
}

/** `25 path=…\n`: the number counts the whole record, itself included. */
function paxRecord(key: string, value: string): Buffer {
  const rest = Buffer.byteLength(` ${key}=${value}\n`)
  let length = rest + String(rest).length
  if (rest + String(length).length !== length) length = rest + String(length).length
  return Buffer.from(`${length} ${key}=${value}\n`)
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0')
}

function text(block: Buffer, from: number, length: number): string {
  const bytes = block.subarray(from, from + length)
  const end = bytes.indexOf(0)
  return bytes
    .subarray(0, end < 0 ? length : end)
    .toString('utf8')
    .trim()
}
