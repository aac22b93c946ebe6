import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ImapFlow } from 'imapflow'
import { MAIL_LIMITS } from './mailLimits.ts'

export interface FetchedMessage {
  uid: number
  path: string
  /** Of the file. */
  size: number
  digest: string
  /** Only its header is in the file, since it has this many bytes. */
  tooLarge?: number
}

/** A message on the server, and how many bytes it has there. */
export interface Sized {
  uid: number
  size: number
}

/** Small ones in one go, larger ones piece by piece, and of those that are too large the header. */
export async function fetchMessages(
  client: ImapFlow,
  chosen: readonly Sized[],
  pathOf: (uid: number) => string,
): Promise<FetchedMessage[]> {
  const fetched: FetchedMessage[] = []
  const small = chosen.filter(({ size }) => size <= SMALL)
  if (small.length > 0) {
    const uids = small.map(({ uid }) => uid)
    for await (const { uid, source } of client.fetch(uids, { uid: true, source: true }, { uid: true }))
      if (source && uids.includes(uid)) fetched.push(await saveWhole(uid, source, pathOf(uid)))
  }
  for (const { uid, size } of chosen.filter(one => one.size > SMALL)) {
    const isTooLarge = size > MAIL_LIMITS.messageBytes
    const message = isTooLarge
      ? await fetchHeader(client, uid, pathOf(uid), size)
      : await download(client, uid, pathOf(uid))
    if (message) fetched.push(message)
  }
  return fetched.sort((a, b) => a.uid - b.uid)
}

const SMALL = 1_000_000

async function saveWhole(uid: number, source: Uint8Array, path: string): Promise<FetchedMessage> {
  await writeFile(path, source, { flag: 'wx', mode: 0o600 })
  return { uid, path, size: source.byteLength, digest: createHash('sha256').update(source).digest('hex') }
}

async function download(client: ImapFlow, uid: number, path: string): Promise<FetchedMessage | undefined> {
  const found = await client.download(String(uid), undefined, { uid: true, maxBytes: MAIL_LIMITS.messageBytes })
  // Deleted there since.
  if (!('content' in found) || !found.content) return undefined
  const hash = createHash('sha256')
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  const hashing = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  await pipeline(found.content, hashing, file)
  return { uid, path, size: file.bytesWritten, digest: hash.digest('hex') }
}

async function fetchHeader(
  client: ImapFlow,
  uid: number,
  path: string,
  tooLarge: number,
): Promise<FetchedMessage | undefined> {
  const found = await client.fetchOne(String(uid), { headers: true }, { uid: true })
  const headers = found ? found.headers : undefined
  if (!headers) return undefined
  const header = headers.subarray(0, MAIL_LIMITS.headerBytes)
  return { ...(await saveWhole(uid, header, path)), tooLarge }
}
