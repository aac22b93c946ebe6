import { failure } from '@portico/kit/api/failure'
import type { Actor } from '../access/actor.ts'

/** The event streams of this process. */
export interface Streams {
  /** Takes a place for a stream until it is given back; refuses when there is none left. */
  open(actor: Actor, stream: OpenStream): () => void
  /** Ends all of them, for the server stops; new ones are refused. */
  endAll(): void
}

export interface OpenStream {
  end(): void
  /** Since when it has something to send that nobody takes. */
  waitingSince(): number | undefined
}

/** Each holds a connection and some memory. */
const STREAM_LIMITS = { ofUser: 50, ofCompany: 1_000, ofProcess: 4_000 }

/** Whoever does not read for so long has lost its place; the listener closes its connection. */
const UNREAD_MS = 30_000

export function openStreams(limits = STREAM_LIMITS, unreadMs = UNREAD_MS): Streams {
  const open = new Set<OpenStream>()
  const counts = new Map<string, number>()
  let isStopping = false
  let watch: NodeJS.Timeout | undefined

  function letGoUnread() {
    const before = performance.now() - unreadMs
    for (const stream of open) if ((stream.waitingSince() ?? before) < before) stream.end()
  }

  function count(name: string, more: number) {
    const now = (counts.get(name) ?? 0) + more
    if (now > 0) counts.set(name, now)
    else counts.delete(name)
  }

  return {
    open({ companyId, userId }, stream) {
      if (isStopping) throw failure('unavailable', 'The server is stopping', { retryAfter: 2 })
      const ofUser = `${companyId}/${userId}`
      const ofCompany = String(companyId)
      refuse(counts.get(ofUser), limits.ofUser, 'you have')
      refuse(counts.get(ofCompany), limits.ofCompany, 'your company has')
      refuse(open.size, limits.ofProcess, 'this server has')
      open.add(stream)
      for (const name of [ofUser, ofCompany]) count(name, 1)
      watch ??= setInterval(letGoUnread, unreadMs / 6).unref()
      return () => {
        if (!open.delete(stream)) return
        for (const name of [ofUser, ofCompany]) count(name, -1)
        if (open.size > 0) return
        clearInterval(watch)
        watch = undefined
      }
    },
    endAll() {
      isStopping = true
      for (const stream of [...open]) stream.end()
    },
  }
}

function refuse(there: number | undefined, most: number, who: string) {
  if ((there ?? 0) < most) return
  throw failure('too_many', `Too many event streams: ${who} ${most} open already, close some`, { retryAfter: 30 })
}
