import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { TurnLimits } from './turns.ts'

/** Answers to one client that were written and not yet read: they lie in memory. */
export interface Unread {
  bytes: number
  sockets: Set<Socket>
}

/** Watches the answers that nobody has read, of all clients. */
export function unreadAnswers(limits: Pick<TurnLimits, 'unreadBytes' | 'unreadMs'>) {
  let bytesOfAll = 0

  /** One client may have half of what the others leave. */
  function isTooMuch({ bytes }: Unread): boolean {
    return bytes > 0 && bytes > (limits.unreadBytes - (bytesOfAll - bytes)) / 2
  }

  return {
    ofNobody: (): Unread => ({ bytes: 0, sockets: new Set() }),
    has: ({ sockets }: Unread) => sockets.size > 0,
    isTooMuch,
    /** Counts what was not taken of an answer until its connection has taken it or is gone. */
    watch(unread: Unread, outgoing: ServerResponse, onRead: () => void) {
      const { socket } = outgoing
      // Null when the whole answer was taken.
      const bytes = socket?.writableLength ?? 0
      if (!socket || bytes === 0) return
      unread.bytes += bytes
      bytesOfAll += bytes
      unread.sockets.add(socket)
      if (isTooMuch(unread)) hurry(unread.sockets)
      outgoing.once('close', () => {
        unread.bytes -= bytes
        bytesOfAll -= bytes
        unread.sockets.delete(socket)
        onRead()
      })
    },
  }

  /** Node starts the time again whenever some of what waits was sent. */
  function hurry(sockets: Iterable<Socket>) {
    for (const socket of sockets) if ((socket.timeout ?? 0) > limits.unreadMs) socket.setTimeout(limits.unreadMs)
  }
}
