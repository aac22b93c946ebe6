import { connect, type Socket } from 'node:net'

/** What the driver knows of where to connect to, in its own words. */
interface Target {
  path?: string | undefined
  host: string | readonly string[]
  port: number | readonly number[]
}

/**
 * A connection to PostgreSQL that reads into one piece of memory again and again, and tells of whole messages only. Reading
 * otherwise takes new memory for each piece that arrives, and once more to put the pieces of a long message together; V8
 * goes through all of its memory the more often for that: for pages of 100 records on two cores a third of the processor time.
 *
 * Whoever is told may look at the bytes until it returns. The driver makes texts of them at once, except of what is
 * copied and of what it answers to a greeting: those messages it gets for itself.
 */
export function messageSocket({ path, host, port }: Target): Socket {
  let memory = Buffer.allocUnsafeSlow(USUAL_BYTES)
  let filled = 0

  const room = () => memory.subarray(filled)

  function read(bytes: number): boolean {
    filled += bytes
    const { end, keeps, needed } = messagesIn(memory, filled)
    if (end > 0) socket.emit('data', keeps ? Buffer.from(memory.subarray(0, end)) : memory.subarray(0, end))
    makeRoom(end, needed)
    return true
  }

  /** Moves the beginning of the next message to the front, and makes sure that all of it fits behind. */
  function makeRoom(end: number, needed: number) {
    const rest = memory.subarray(end, filled)
    filled = rest.length
    const wanted = Math.max(needed + LEAST_ROOM, USUAL_BYTES)
    if (memory.length < wanted || (memory.length > MOST_KEPT_BYTES && memory.length > wanted)) {
      const larger = Buffer.allocUnsafeSlow(wanted)
      rest.copy(larger)
      memory = larger
    } else if (end > 0 && filled > 0) memory.copyWithin(0, end, end + filled)
  }

  const onread = { buffer: room, callback: read }
  const [onlyHost = ''] = [host].flat()
  const [onlyPort = 0] = [port].flat()
  const socket = path ? connect({ path, onread }) : connect({ host: onlyHost, port: onlyPort, onread })
  return socket
}

const USUAL_BYTES = 64 * 1024
/** Room for what follows a message that is read to its end. */
const LEAST_ROOM = 16 * 1024
/** What a long message took is given back after it. */
const MOST_KEPT_BYTES = 1024 * 1024

/** A letter, and a length that counts itself. */
const HEAD = 5

/** Authentication is answered later, copied rows are handed on. */
const KEPT: ReadonlySet<number | undefined> = new Set(['R', 'd'].map(letter => letter.charCodeAt(0)))

/** Where the last whole message ends, whether one of them is kept beyond the call, and the bytes of the one that has begun. */
function messagesIn(memory: Buffer, filled: number): { end: number; keeps: boolean; needed: number } {
  let end = 0
  let keeps = false
  while (filled - end >= HEAD) {
    const length = 1 + memory.readUInt32BE(end + 1)
    if (length > filled - end) return { end, keeps, needed: length }
    keeps ||= KEPT.has(memory[end])
    end += length
  }
  return { end, keeps, needed: HEAD }
}
