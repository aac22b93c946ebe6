import { crc32, inflateRawSync } from 'node:zlib'
import { plainCell } from '@portico/kit/files/csv'
import type { TestUser } from './startTestCrm.ts'

/** Waits until an export is done and gives back how it is told. */
export async function finished(user: TestUser, id: number) {
  for (let tries = 0; tries < 600; tries++) {
    const { body } = await user.call('GET', `/api/v2/exports/${id}`)
    if (body.data.state === 'done' || body.data.state === 'failed') return body.data
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  throw new Error(`export ${id} was not done in time`)
}

/** Makes an export and waits for it. */
export async function anExport(user: TestUser, body: object) {
  const made = await user.call('POST', '/api/v2/exports', body)
  if (made.status !== 202) throw new Error(JSON.stringify(made.body))
  return finished(user, made.body.data.id)
}

export async function download(origin: string, user: TestUser, id: number, headers: Record<string, string> = {}) {
  const response = await fetch(`${origin}/api/v2/exports/${id}/download`, {
    headers: { 'x-api-token': user.token, ...headers },
  })
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

/** The files of a ZIP archive by name, read by its directory; checksums are looked at. */
export function unzip(bytes: Buffer): Map<string, Buffer> {
  const end = bytes.length - 22
  if (bytes.readUInt32LE(end) !== 0x0605_4b50) throw new Error('no end of a ZIP archive')
  const files = new Map<string, Buffer>()
  let at = bytes.readUInt32LE(end + 16)
  for (let nr = 0; nr < bytes.readUInt16LE(end + 10); nr++) {
    const [nameLength, extraLength] = [bytes.readUInt16LE(at + 28), bytes.readUInt16LE(at + 30)]
    const name = bytes.subarray(at + 46, at + 46 + nameLength).toString()
    const from = bytes.readUInt32LE(at + 42)
    const start = from + 30 + bytes.readUInt16LE(from + 26) + bytes.readUInt16LE(from + 28)
    const packed = bytes.subarray(start, start + bytes.readUInt32LE(at + 20))
    const content = bytes.readUInt16LE(at + 10) === 8 ? inflateRawSync(packed) : packed
    if (crc32(content) !== bytes.readUInt32LE(at + 16)) throw new Error(`wrong checksum of ${name}`)
    if (content.length !== bytes.readUInt32LE(at + 24)) throw new Error(`wrong size of ${name}`)
    files.set(name, content)
    at += 46 + nameLength + extraLength
  }
  return files
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape
type AnyRecord = Record<string, any>

export function lines(file: Buffer | undefined): AnyRecord[] {
  return (file?.toString() ?? '')
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line))
}

/** The rows of a CSV file by the heads of its columns. */
export function table(file: Buffer | undefined): Record<string, string>[] {
  const [heads = [], ...rows] = cells((file?.toString() ?? '').replace(/^\ufeff/, ''))
  return rows.map(row => Object.fromEntries(heads.map((head, at) => [head, plainCell(row[at] ?? '')])))
}

function cells(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (const match of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(match[1] === undefined ? (match[2] ?? '') : match[1].replaceAll('""', '"'))
    if (match[3] === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}
