import type { ServerResponse } from 'node:http'
import type { ClientTurns, Turn, TurnLimits, Work } from './turns.ts'
import { TURN_LIMITS } from './turns.ts'
import { type Unread, unreadAnswers } from './unreadAnswers.ts'

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
  /** When that number last fell. */
  fell: number
  lastBegun: number
  unread: Unread
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
  const unread = unreadAnswers(limits)
  let isRoundOpen = false
  /** A connection was accepted in this round. */
  let isAccepting = false
  /** When requests of more than one client were last under way. */
  let sharedAt = Number.NEGATIVE_INFINITY

  function mayBegin(client: Client): boolean {
    const { working, stuck, most } = client
    if (working - stuck >= most || working >= limits.most || client.begun >= limits.perRound) return false
    if (isAccepting && (working > 0 || isRecent(client))) return false
    return !unread.isTooMuch(client.unread)
  }

  function start(client: Client, work: Work) {
    const now = performance.now()
    if (clients.size > 1) sharedAt = now
    if (now - sharedAt < SHARED_FOR_MS) countInRound(client)
    client.working++
    client.lastBegun = now
    work.begin(turnOf(client, now))
  }

  /**
   * An answer that takes several steps waits at each of them for everything else that is done in a round of the event
   * loop. So of the requests that a client has sent at once only some are begun in the same one, however quick they are.
   */
  function countInRound(client: Client) {
    client.begun++
    openRound()
  }

  /**
   * Node accepts one connection in a round. Behind many of them somebody else may be waiting to be accepted, so in such
   * rounds each client has one request begun now and then, and the others in rounds without a new connection.
   */
  function accepted() {
    isAccepting = true
    openRound()
  }

  function openRound() {
    if (!isRoundOpen) setImmediate(endRound)
    isRoundOpen = true
  }

  function endRound() {
    isRoundOpen = false
    for (const client of clients.values()) client.begun = 0
    for (const client of clients.values()) beginWaiting(client)
    if (isAccepting) openRound()
    isAccepting = false
  }

  function isRecent({ lastBegun }: Client): boolean {
    return performance.now() - lastBegun < limits.acceptingMs
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
          adapt(client, turning)
          stopWorking()
        }
        state = 'ended'
        goOn(client)
      },
      answered: outgoing => unread.watch(client.unread, outgoing, () => goOn(client)),
    }
  }

  /** Those begun before the number fell say nothing about the new one. */
  function adapt(client: Client, { begun }: Turning) {
    const now = performance.now()
    if (now - begun <= limits.slowMs) client.most = Math.min(limits.most, client.most + 1)
    else if (begun >= client.fell) {
      client.most = Math.max(limits.least, client.most >> 1)
      client.fell = now
    }
  }

  /** Those that began first stand first. */
  function lookForStuck() {
    const before = performance.now() - limits.stuckMs
    for (const client of clients.values()) {
      if (client.waiting.length === 0) {
        forgetIfIdle(client)
        continue
      }
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
    if (client.waiting.length > 0 || unread.has(client.unread) || isRecent(client)) return
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
      fell: Number.NEGATIVE_INFINITY,
      lastBegun: Number.NEGATIVE_INFINITY,
      unread: unread.ofNobody(),
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
    accepted,
    stop: () => clearInterval(timer),
  }
}
