import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Begin<Incoming extends IncomingMessage> = (incoming: Incoming, outgoing: ServerResponse) => void

/** Requests a client may send ahead on one connection; each that waits takes some kilobytes. */
export const MOST_SENT_AHEAD = 100

/**
 * Begins the requests of one connection one after the other. Node begins all that have arrived, so that a client that
 * sends thousands without waiting for an answer would have them worked on together, before those of everybody else.
 * A connection with too many of them is closed.
 */
export function inTurn<Incoming extends IncomingMessage>(begin: Begin<Incoming>): Begin<Incoming> {
  const waiting = new WeakMap<Socket, number>()

  return (incoming, outgoing) => {
    // Node hands the socket to one response at a time.
    if (outgoing.socket !== null) return begin(incoming, outgoing)
    const { socket } = incoming
    if (socket.destroyed) return
    const ahead = waiting.get(socket) ?? 0
    if (ahead >= MOST_SENT_AHEAD) return void socket.destroy()
    if (ahead === 0) socket.pause()
    waiting.set(socket, ahead + 1)
    outgoing.once('socket', () => {
      const left = (waiting.get(socket) ?? 1) - 1
      waiting.set(socket, left)
      if (left === 0) socket.resume()
      begin(incoming, outgoing)
    })
  }
}
