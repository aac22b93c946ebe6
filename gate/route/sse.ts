import { utf8 } from '../bytes.ts'
import type { GateState } from '../gateState.ts'
import { answer } from './answer.ts'
import { failureIn } from './failure.ts'

/** How often a silent line is kept open. */
const HEARTBEAT_EVERY = 15_000

/** A stream ends after this long whatever happens; the page opens another. */
const LONGEST = 15 * 60_000

/** `GET /sse?session=…`: what becomes of a session, for the browser that opened it. */
export async function sse(state: GateState, request: Request): Promise<Response> {
  const sessionId = new URL(request.url).searchParams.get('session')
  if (sessionId === null) return answer(400, { error: 'session is missing' })
  // A link from elsewhere arrives without Strict cookies, so a page may stand before a browser that holds a claim.
  if ((await state.claimOf(request)) !== undefined) return eventStream(once('claimed', {}))
  if (!state.ownsSession(request, sessionId)) {
    state.emit({ type: 'refused', route: '/sse', status: 403, reason: 'session of another browser' })
    return answer(403, { error: 'session of another browser' })
  }
  if (!state.streams.hasRoomFor(sessionId)) return answer(503, { error: 'too many streams' }, { 'Retry-After': '5' })
  // Not every server aborts the request when its reader goes away; all of them cancel the body.
  const reader = { isGone: false }
  const isOver = () => request.signal.aborted || reader.isGone
  return eventStream(watch(state, sessionId, isOver), () => {
    reader.isGone = true
  })
}

type EventName = 'pending' | 'completed' | 'failed' | 'expired' | 'claimed'

async function* once(event: EventName, data: unknown): AsyncGenerator<string> {
  yield eventText(event, data)
}

async function* watch(state: GateState, sessionId: string, isOver: () => boolean): AsyncGenerator<string> {
  const opened = performance.now()
  let lastSent = opened
  state.streams.opened(sessionId)
  try {
    // The stream before this one has sent the failures before it.
    let sent = failureIn(await state.sessionPoller.statusOf(sessionId))?.mark
    yield eventText('pending', {})
    while (!isOver() && performance.now() - opened < LONGEST) {
      const status = await state.sessionPoller.statusOf(sessionId)
      const { accessToken } = status
      if (accessToken !== undefined) return yield eventText('completed', { accessToken })
      if (!status.exists) return yield eventText('expired', {})
      const failure = failureIn(status)
      if (failure !== undefined && failure.mark !== sent) {
        sent = failure.mark
        lastSent = performance.now()
        yield eventText('failed', { provider: failure.provider, code: failure.code })
      }
      if (performance.now() - lastSent >= HEARTBEAT_EVERY) {
        lastSent = performance.now()
        yield ': still here\n\n'
      }
      await state.sessionChanges.wait(sessionId, state.sessionPoller.untilNext())
    }
  } catch (error) {
    // The page opens another stream after a pause; by then the store may answer again.
    state.emit({ type: 'error', where: 'GET /sse', error })
  } finally {
    state.streams.closed(sessionId)
  }
}

function eventText(event: EventName, data: unknown): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

function eventStream(events: AsyncGenerator<string>, onCancel = () => {}): Response {
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await events.next()
      if (done) controller.close()
      else controller.enqueue(utf8(value))
    },
    async cancel() {
      onCancel()
      await events.return(undefined)
    },
  })
  return new Response(body, {
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
      'X-Content-Type-Options': 'nosniff',
      // Told to nginx, which would otherwise hold events back.
      'X-Accel-Buffering': 'no',
    },
  })
}
