import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The requests of each client, some of which are worked on while the others wait. */
export interface ClientTurns {
  /** Begins a request now or when its turn comes; false when too many of this client wait already. */
  take(client: string, outgoing: ServerResponse, work: Work): boolean
  stop(): void
}

export interface Work {
  begin(turn: Turn): void
  /** Called instead of `begin` when the client went away while the request waited, or too many wait. */
  drop(): void
}

/** One request that is worked on. */
export interface Turn {
  /** The request waits for the rest of its body: nobody has to wait for it meanwhile. */
  leave(): void
  /** The rest of its body is here. */
  comeBack(): void
  /** Its answer is known. */
  end(): void
  /** Its answer was written as far as the connection takes it. */
  answered(outgoing: ServerResponse): void
}

export interface TurnLimits {
  /** Requests of a client worked on at once: at first, while they are slow, and while they are quick. */
  first: number
  least: number
  most: number
  /** A request that takes longer keeps others waiting. */
  slowMs: number
  /** A request that takes longer waits for something itself, such as a lock: others may begin, up to `most` in all. */
  stuckMs: number
  /** Requests of a client begun in one round of the event loop while others ask too. */
  perRound: number
  /** Requests of a client that wait. */
  waiting: number
  /** Bytes of answers that nobody has read, of all clients; one may have half of what the others leave. */
  unreadBytes: number
  /** How long a connection of such a client may read nothing. */
  unreadMs: number
}

export const TURN_LIMITS: TurnLimits = {
  first: 16,
  least: 8,
  most: 64,
  slowMs: 100,
  stuckMs: 1_000,
  perRound: 4,
  waiting: 2_000,
  unreadBytes: 48_000_000,
  unreadMs: 10_000,
}

/** So long after its last request somebody else is expected to ask again. */
const SHARED_FOR_MS = 1_000

interface Client {
  name: string
  working: number
  /** Those among them that take long, when last looked at. */
  stuck: number
  turns: Set<Turning>
  /** Begun, and waiting for the rest of their bodies. */
  arriving: number
  /** How many may be worked on; falls while they are slow. */
  most: number
  waiting: Waiting[]
  /** How many were begun in this round; counted only while others ask too. */
  begun: number
  unreadBytes: number
  unread: Set<Socket>
}

interface Turning {
  begun: number
  isStuck: boolean
}

interface Waiting {
  outgoing: ServerResponse
  work: Work
}

/**
 * Lets only some requests of one client be worked on at a time, so that whatever it sends, a request of somebody else
 * waits for few others: in this process and in the database. How many follows from how long they take. A client that
 * does not read its answers waits until it has; its connections that read nothing for a while are closed, since their
 * answers lie in memory.
 */
export function clientTurns(limits: TurnLimits = TURN_LIMITS): ClientTurns {
  const clients = new Map<string, Client>()
  let ready: Client[] = []
  let unreadOfAll = 0
  let isRoundOpen = false
  /** When requests of more than one client were last under way. */
  let sharedAt = Number.NEGATIVE_INFINITY

  function mayBegin(client: Client): boolean {
    const { working, stuck, most } = client
    if (working - stuck >= most || working >= limits.most || client.begun >= limits.perRound) return false
    return client.unreadBytes === 0 || !hasUnreadTooMuch(client)
  }

  function hasUnreadTooMuch({ unreadBytes }: Client): boolean {
    return unreadBytes > (limits.unreadBytes - (unreadOfAll - unreadBytes)) / 2
  }

  function start(client: Client, work: Work) {
    const now = performance.now()
    if (clients.size > 1) sharedAt = now
    if (now - sharedAt < SHARED_FOR_MS) countInRound(client)
    client.working++
    work.begin(turnOf(client, now))
  }

  /**
   * An answer that takes several steps waits at each of them for everything else that is done in a round of the event
   * loop. So of the requests that a client has sent at once only some are begun in the same one, however quick they are.
   */
  function countInRound(client: Client) {
    client.begun++
    if (!isRoundOpen) setImmediate(endRound)
    isRoundOpen = true
  }

  function endRound() {
    isRoundOpen = false
    for (const client of clients.values()) client.begun = 0
    for (const client of clients.values()) beginWaiting(client)
  }

  function turnOf(client: Client, begun: number): Turn {
    const turning: Turning = { begun, isStuck: false }
    client.turns.add(turning)
    let state: 'working' | 'arriving' | 'ended' = 'working'
    function stopWorking() {
      client.working--
      client.turns.delete(turning)
      if (turning.isStuck) client.stuck--
      turning.isStuck = false
    }
    return {
      leave() {
        if (state !== 'working') return
        state = 'arriving'
        client.arriving++
        stopWorking()
        goOn(client)
      },
      comeBack() {
        if (state !== 'arriving') return
        state = 'working'
        client.arriving--
        client.working++
        turning.begun = performance.now()
        client.turns.add(turning)
      },
      end() {
        if (state === 'ended') return
        if (state === 'arriving') client.arriving--
        else {
          adapt(client, performance.now() - turning.begun)
          stopWorking()
        }
        state = 'ended'
        goOn(client)
      },
      answered(outgoing) {
        const { socket } = outgoing
        // Null when the whole answer was taken.
        if (socket && socket.writableLength > 0) watchUnread(client, socket, outgoing)
      },
    }
  }

  function adapt(client: Client, tookMs: number) {
    if (tookMs > limits.slowMs) client.most = Math.max(limits.least, client.most - 1)
    else if (client.most < limits.most) client.most++
  }

  function watchUnread(client: Client, socket: Socket, outgoing: ServerResponse) {
    const bytes = socket.writableLength
    client.unreadBytes += bytes
    unreadOfAll += bytes
    client.unread.add(socket)
    if (hasUnreadTooMuch(client))
      // Node starts the time again whenever some of what waits was sent.
      for (const one of client.unread) if ((one.timeout ?? 0) > limits.unreadMs) one.setTimeout(limits.unreadMs)
    outgoing.once('close', () => {
      client.unreadBytes -= bytes
      unreadOfAll -= bytes
      client.unread.delete(socket)
      goOn(client)
    })
  }

  /** Those that began first stand first. */
  function lookForStuck() {
    const before = performance.now() - limits.stuckMs
    for (const client of clients.values()) {
      if (client.waiting.length === 0) continue
      for (const turning of client.turns) {
        if (turning.begun > before) break
        if (!turning.isStuck) client.stuck++
        turning.isStuck = true
      }
      goOn(client)
    }
  }
  const timer = setInterval(lookForStuck, limits.stuckMs / 2).unref()

  function goOn(client: Client) {
    if (client.waiting.length === 0) return forgetIfIdle(client)
    if (!mayBegin(client)) return
    // After what has arrived meanwhile from others.
    if (ready.length === 0) setImmediate(beginReady)
    if (!ready.includes(client)) ready.push(client)
  }

  function beginReady() {
    const now = ready
    ready = []
    for (const client of now) beginWaiting(client)
  }

  function beginWaiting(client: Client) {
    let taken = 0
    while (taken < client.waiting.length && mayBegin(client)) {
      const next = client.waiting[taken++]
      // A client that closed its side only gets no answer either.
      if (next?.outgoing.socket?.writable) start(client, next.work)
      else next?.work.drop()
    }
    client.waiting.splice(0, taken)
    forgetIfIdle(client)
  }

  function forgetIfIdle(client: Client) {
    if (client.working + client.arriving + client.begun > 0) return
    if (client.waiting.length > 0 || client.unread.size > 0) return
    if (clients.get(client.name) === client) clients.delete(client.name)
  }

  function clientNamed(name: string): Client {
    const known = clients.get(name)
    if (known) return known
    const client: Client = {
      name,
      working: 0,
      stuck: 0,
      turns: new Set(),
      arriving: 0,
      most: limits.first,
      waiting: [],
      begun: 0,
      unreadBytes: 0,
      unread: new Set(),
    }
    clients.set(name, client)
    return client
  }

  return {
    take(name, outgoing, work) {
      const client = clientNamed(name)
      const isFull = client.waiting.length >= limits.waiting
      if (client.waiting.length === 0 && mayBegin(client)) start(client, work)
      else if (isFull) work.drop()
      else client.waiting.push({ outgoing, work })
      return !isFull
    },
    stop: () => clearInterval(timer),
  }
}
