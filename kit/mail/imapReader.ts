import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { failure, isFailure } from '../api/failure.ts'
import { newTemporaryName, releaseTemporaryName } from '../files/temporaryFiles.ts'
import { allowedAddresses, type TargetRules } from '../http/allowedAddresses.ts'
import { openThreads, type Threads } from '../jobs/threads.ts'
import type { FetchedFolder, ImapRequest } from './imapBatch.ts'
import { IMAP_FAULT, imapFault } from './imapFault.ts'
import { IMAP_LIMITS } from './imapLimits.ts'
import { removeTemporary } from './messageReader.ts'

/** Reads accounts elsewhere, batch by batch. */
export interface ImapReader {
  /** Fails with `unprocessable` and a line for the owner of the account when it cannot be read. */
  fetch(request: ImapQuery): Promise<ImapBatch>
  close(): Promise<void>
}

export type ImapQuery = Omit<ImapRequest, 'address' | 'prefix'>

export interface ImapBatch {
  folders: FetchedFolder[]
  /** Removes the files of the messages. */
  discard(): Promise<void>
}

/** The files go into the folder of a message reader, which removes those that a killed process left. */
export function openImapReader(directory: string, rules: TargetRules): ImapReader {
  const threads = openFetchers()
  return {
    async fetch(query) {
      const address = await addressOf(query, rules)
      const name = newTemporaryName(randomBytes)
      const discard = () => removeTemporary(directory, name).finally(() => releaseTemporaryName(name))
      try {
        const folders = await threads.run({ ...query, address, prefix: join(directory, name) })
        return { folders, discard }
      } catch (error) {
        await discard()
        throw explained(error, query)
      }
    },
    close: threads.close,
  }
}

/** From the sources, as in tests, there is no compiled file that a thread could run: the work is done here then. */
function openFetchers(): Threads<ImapRequest, FetchedFolder[]> {
  if (import.meta.url.endsWith('.ts')) {
    return { run: async request => (await import('./imapBatch.ts')).fetchBatch(request), close: async () => {} }
  }
  const { atOnce: most, seconds, heapMegabytes } = IMAP_LIMITS
  return openThreads(new URL('./imapThread.js', import.meta.url), { most, seconds, heapMegabytes })
}

const USUAL_PORTS = [143, 993]

async function addressOf({ host, port, password }: ImapQuery, rules: TargetRules): Promise<string> {
  // Whoever names a host and a port learns whether something answers there.
  if (!rules.privateTargets && !USUAL_PORTS.includes(port))
    throw failure('unprocessable', `Mail servers are read at the ports ${USUAL_PORTS.join(' and ')}, not at ${port}`)
  try {
    const [{ address }] = await allowedAddresses(host, rules)
    return address
  } catch (error) {
    throw failure(
      'unprocessable',
      isFailure(error) ? error.message : imapFault(error, { host, port, password }).message,
    )
  }
}

function explained(error: unknown, { host }: ImapQuery): unknown {
  if (isFailure(error) && error.code === 'timeout')
    return failure('unprocessable', `The mail server ${host} took longer than ${IMAP_LIMITS.seconds} seconds`)
  if (isFailure(error) && error.code === 'too_large')
    return failure('unprocessable', `The mail server ${host} sends more data than is accepted`)
  const isTheirs = error instanceof Error && 'code' in error && error.code === IMAP_FAULT
  return isTheirs ? failure('unprocessable', error.message) : error
}
