import { isIP } from 'node:net'
import { ImapFlow } from 'imapflow'
import { imapFault } from './imapFault.ts'
import { IMAP_LIMITS } from './imapLimits.ts'
import { type FetchedMessage, fetchMessages, type Sized } from './imapMessages.ts'
import { MAIL_LIMITS } from './mailLimits.ts'

/** What to read next of an account elsewhere. */
export interface ImapRequest {
  /** The IP address to connect to, which was looked at. */
  address: string
  /** The name of the server, which its certificate has to be for. */
  host: string
  port: number
  security: 'tls' | 'starttls' | 'none'
  username: string
  password: string
  /** Messages that came to the server before are left there. */
  since: Date
  /** How far folders were read. */
  known: readonly KnownFolder[]
  /** Files of messages are named by it, with their folder and uid at the end. */
  prefix: string
  /** Trusted beside the usual ones, PEM. */
  ca?: string | undefined
}

export interface KnownFolder {
  path: string
  uidValidity: number
  lastUid: number
}

export interface FetchedFolder {
  path: string
  folder: 'inbox' | 'sent'
  /** Uids mean what they meant before only while this is the same. */
  uidValidity: number
  messages: FetchedMessage[]
  /** Everything up to this uid is read once these messages are stored. */
  readUpTo: number
  /** There is nothing more at the moment. */
  isAtEnd: boolean
}

/**
 * Signs in, fetches the next messages of the inbox and of the folder with sent mail into files, and signs out. What the
 * server says, and how much of it, is up to the server: this runs in a thread that can be ended.
 */
export async function fetchBatch(request: ImapRequest): Promise<FetchedFolder[]> {
  const client = openClient(request)
  // What goes wrong is also what the call under way fails with.
  client.on('error', () => {})
  const watch = setInterval(() => {
    if (client.stats().received > IMAP_LIMITS.batchBytes) client.close()
  }, 200)
  const room = { messages: IMAP_LIMITS.batchMessages, bytes: IMAP_LIMITS.batchMessageBytes }
  try {
    await client.connect()
    const fetched: FetchedFolder[] = []
    for (const folder of await foldersOf(client)) fetched.push(await fetchFolder(client, request, folder, room))
    await client.logout().catch(() => {})
    return fetched
  } catch (error) {
    throw imapFault(error, request)
  } finally {
    clearInterval(watch)
    client.close()
  }
}

function openClient({ address, host, port, security, username, password, ca }: ImapRequest): ImapFlow {
  return new ImapFlow({
    host: address,
    ...(isIP(host) === 0 && { servername: host }),
    port,
    secure: security === 'tls',
    // True demands it, false refuses it.
    ...(security !== 'tls' && { doSTARTTLS: security === 'starttls' }),
    auth: { user: username, pass: password },
    ...(ca !== undefined && { tls: { ca } }),
    logger: false,
    disableAutoIdle: true,
    // A few bytes could become gigabytes.
    disableCompression: true,
    clientInfo: { name: 'Portico' },
    connectionTimeout: IMAP_LIMITS.connectMs,
    greetingTimeout: IMAP_LIMITS.connectMs,
    socketTimeout: IMAP_LIMITS.silenceMs,
    maxLineLength: IMAP_LIMITS.lineBytes,
    maxLiteralSize: IMAP_LIMITS.literalBytes,
    maxResponseSize: IMAP_LIMITS.literalBytes + IMAP_LIMITS.lineBytes,
  })
}

interface Folder {
  path: string
  folder: 'inbox' | 'sent'
}

async function foldersOf(client: ImapFlow): Promise<Folder[]> {
  const listed = await client.list()
  const sent = listed.find(({ specialUse, flags }) => specialUse === '\\Sent' && !flags.has('\\Noselect'))
  return [{ path: 'INBOX', folder: 'inbox' }, ...(sent ? [{ path: sent.path, folder: 'sent' } as const] : [])]
}

interface Room {
  messages: number
  bytes: number
}

async function fetchFolder(
  client: ImapFlow,
  { known, since, prefix }: ImapRequest,
  { path, folder }: Folder,
  room: Room,
): Promise<FetchedFolder> {
  const lock = await client.getMailboxLock(path, { readOnly: true, acquireTimeout: IMAP_LIMITS.silenceMs })
  try {
    const mailbox = client.mailbox
    if (!mailbox) throw new Error(`the folder ${path} cannot be opened`)
    const uidValidity = Number(mailbox.uidValidity)
    const before = known.find(one => one.path === path && one.uidValidity === uidValidity)?.lastUid ?? 0
    const newest = Math.max(before, mailbox.uidNext - 1)
    const uids = before >= newest ? [] : await uidsAfter(client, before, since)
    const sized = await sizesOf(client, uids.slice(0, room.messages))
    const chosen = withinRoom(sized, room)
    const messages = await fetchMessages(client, chosen, uid => `${prefix}-${folder}-${uid}`)
    // Those that are not there any more have no size; nothing is left to be read of them.
    const isAtEnd = uids.length <= room.messages && chosen.length === sized.length
    const readUpTo = isAtEnd ? newest : (chosen.at(-1)?.uid ?? before)
    room.messages -= chosen.length
    return { path, folder, uidValidity, messages, readUpTo, isAtEnd }
  } finally {
    lock.release()
  }
}

/** In order. A server answers a range beyond the newest message with the newest one. */
async function uidsAfter(client: ImapFlow, before: number, since: Date): Promise<number[]> {
  const found = (await client.search({ uid: `${before + 1}:*`, since }, { uid: true })) || []
  return found.filter(uid => uid > before).sort((a, b) => a - b)
}

async function sizesOf(client: ImapFlow, uids: readonly number[]): Promise<Sized[]> {
  if (uids.length === 0) return []
  const found = await client.fetchAll([...uids], { uid: true, size: true }, { uid: true })
  const wanted = new Set(uids)
  return found
    .filter(({ uid }) => wanted.has(uid))
    .map(({ uid, size = 0 }) => ({ uid, size }))
    .sort((a, b) => a.uid - b.uid)
}

/** As many as there is room for, and one at least. */
function withinRoom(sized: readonly Sized[], room: Room): Sized[] {
  const chosen: Sized[] = []
  for (const one of sized) {
    if (room.bytes <= 0) break
    chosen.push(one)
    room.bytes -= Math.min(one.size, MAIL_LIMITS.messageBytes)
  }
  return chosen
}
