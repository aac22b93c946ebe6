import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { type Failure, failure } from '../api/failure.ts'
import { bodyMemory } from './bodyMemory.ts'
import { BoundedRequest, type Receiving } from './boundedBody.ts'
import { boundConnections } from './clientConnections.ts'
import { proxyTest } from './clientNetwork.ts'
import { clientsBehind } from './clientsBehind.ts'
import { clientTurns } from './clientTurns.ts'
import { closer } from './closer.ts'
import { inTurn } from './inTurn.ts'
import { type Arrival, type BodyTimes, watchBodies } from './lateBodies.ts'
import {
  explainListenError,
  faultOf,
  MAX_HEADER,
  pathIn,
  type Refuse,
  refusePlainly,
  refuseUnreadable,
  sendRefusal,
  tooManyWaiting,
  tooSlow,
  type UnreadableError,
  unreadable,
} from './refusals.ts'
import type { Turn, TurnLimits } from './turns.ts'

export interface Listening {
  port: number
  /** Takes no new requests, lets those in flight finish, closes. */
  stop(deadline?: number): Promise<void>
}

type Fetch = (request: Request, env: unknown) => Response | Promise<Response>

export interface ListenOptions extends Partial<BodyTimes> {
  port: number
  host: string
  /** Addresses and networks of proxies, behind which the clients are. */
  proxies?: readonly string[]
  /** Bytes of all bodies together that are held in memory, small ones and uploads aside. */
  bodyMemoryBytes?: number
  /** Connections one client may have at once; a proxy any number. */
  connectionsOfClient?: number
  /** How to refuse what cannot be read. */
  refuse?: Refuse
  /** Milliseconds a client has to send its headers. */
  headersTimeout?: number
  /** Milliseconds a connection may do nothing at all while it is being answered, such as not reading its reply. */
  silenceTimeout?: number
  /** How many requests of one client are worked on at once. */
  turns?: TurnLimits
  /** Paths that are answered whatever their client has under way: those a balancer looks at. */
  always?: readonly string[]
}

/**
 * Connections that wait until they are accepted, or as many as the system allows. It drops those that come beside them, and
 * their clients try again a second later: Node's 511 are too few where thousands come at once.
 */
const NOT_ACCEPTED_YET = 4_096

/** Serves on a port, with limits against oversized headers and slow clients. */
export function listen(fetch: Fetch, options: ListenOptions): Promise<Listening> {
  const { port, host, refuse = refusePlainly } = options
  const { headersTimeout = 10_000, silenceTimeout = 120_000 } = options
  const { requestTimeout = 60_000, stallTimeout = 20_000, leastRate = 10_000 } = options
  const { proxies = [], bodyMemoryBytes = 64_000_000, connectionsOfClient = 4_000, always = [] } = options
  // Finds fault with a request before it gives up control, so the one it means is the one taken last.
  let taken: IncomingMessage | undefined
  const answer = getRequestListener(letGoWhenGone(fetch), {
    hostname: 'localhost',
    errorHandler: error => refuse(pathIn(taken?.url), faultOf(error)),
  })
  const server = createServer(
    {
      IncomingMessage: BoundedRequest,
      maxHeaderSize: MAX_HEADER,
      headersTimeout,
      // Refused below, with words.
      requireHostHeader: false,
      // Bodies are watched below, where uploads are told from the rest.
      requestTimeout: 0,
      keepAliveTimeout: 30_000,
      connectionsCheckingInterval: Math.min(headersTimeout, 5_000),
    },
    inTurn((incoming, outgoing) => {
      if (stopping) outgoing.setHeader('connection', 'close')
      if (incoming.headers.host === undefined && incoming.httpVersion !== '1.0') return refuseAt(incoming, unreadable())
      const arrival = hasBody(incoming) ? arriving(incoming, outgoing) : undefined
      if (always.includes(incoming.url ?? '')) return work(incoming, outgoing, arrival)
      const isTaken = turns.take(clientOf(incoming), outgoing, {
        begin: turn => work(incoming, outgoing, arrival, turn),
        drop: () => arrival && bodies.answered(arrival),
      })
      if (!isTaken) refuseAt(incoming, tooManyWaiting())
    }),
  )
  const clientOf = clientsBehind(proxies)
  const turns = clientTurns(options.turns)
  server.on('connection', turns.accepted)
  const close = closer(server)
  function arriving(incoming: BoundedRequest, outgoing: ServerResponse): Arrival {
    incoming.begin(receiving)
    return bodies.begin(incoming, outgoing)
  }
  function work(incoming: BoundedRequest, outgoing: ServerResponse, arrival?: Arrival, turn?: Turn) {
    taken = incoming
    incoming.turn = turn
    if (arrival && turn) leaveUntilArrived(incoming, turn)
    void answer(incoming, outgoing).finally(() => {
      turn?.end()
      turn?.answered(outgoing)
      if (arrival) bodies.answered(arrival)
    })
  }
  server.timeout = silenceTimeout
  boundConnections(server, connectionsOfClient, proxyTest(proxies))
  const receiving: Receiving = {
    memory: bodyMemory(bodyMemoryBytes),
    clientOf,
    refuse: refuseAt,
  }
  const bodies = watchBodies({ requestTimeout, stallTimeout, leastRate }, refuseLate)
  let stopping = false
  function refuseLate({ incoming, outgoing }: Arrival) {
    if (outgoing.headersSent) incoming.socket.destroy()
    else refuseAt(incoming, tooSlow())
  }
  function refuseAt(incoming: IncomingMessage, refused: Failure) {
    const { socket, url } = incoming
    // Whoever reads the body by then gets the refusal as its error.
    const close = () => void (incoming.destroy(refused) && socket.destroy())
    void sendRefusal(socket, refuse(pathIn(url), refused), refused.status, close)
  }
  server.on('clientError', (error: UnreadableError, socket) => void refuseUnreadable(error, socket as Socket, refuse))
  server.on('connect', incoming => refuseAt(incoming, failure('method', 'This is not a proxy')))
  // Whatever a client expects beside 100-continue, it may be answered as usual.
  server.on('checkExpectation', (incoming, outgoing) => void server.emit('request', incoming, outgoing))

  return new Promise((resolve, reject) => {
    server.once('error', error => {
      bodies.stop()
      turns.stop()
      reject(explainListenError(error, port, host))
    })
    server.listen({ port, host, backlog: NOT_ACCEPTED_YET }, () => {
      resolve({
        port: (server.address() as AddressInfo).port,
        async stop(deadline = 10_000) {
          stopping = true
          await close(deadline)
          bodies.stop()
          turns.stop()
        },
      })
    })
  })
}

/** What serves a request, with the connection it is answered on. */
interface NodeBindings {
  incoming: BoundedRequest
  outgoing: ServerResponse
}

/**
 * The work on a request is done when its answer is there, however long that is sent. A body that nobody will read any
 * more is cancelled: a file or an answer of S3 would stay open behind it.
 */
function letGoWhenGone(fetch: Fetch): Fetch {
  return (request, env) => {
    const bindings = env as NodeBindings
    const answer = fetch(request, env)
    return answer instanceof Promise ? answer.then(response => letGo(response, bindings)) : letGo(answer, bindings)
  }
}

function letGo(response: Response, { incoming, outgoing }: NodeBindings): Response {
  incoming.turn?.end()
  // One that is gone later is noticed by what sends the body.
  if (outgoing.destroyed) response.body?.cancel().catch(() => {})
  return response
}

/** A body that came with its headers is read by the next tick. */
function leaveUntilArrived(incoming: BoundedRequest, turn: Turn) {
  process.nextTick(() => {
    if (incoming.complete) return
    turn.leave()
    incoming.once('end', turn.comeBack)
  })
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
