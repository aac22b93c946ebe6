import { utf8 } from '../bytes.ts'
import type { Inside } from '../inside.ts'
import { answer } from './answer.ts'
import { failureIn } from './failure.ts'

/** How often a silent line is kept open. */
const HEARTBEAT_EVERY = 15_000

/** A stream ends after this long whatever happens; the page opens another. */
const LONGEST = 15 * 60_000

/** `GET /sse?session=…`: what becomes of a session, for the browser that opened it. */
export async function sse(inside: Inside, request: Request): Promise<Response> {
  const sessionId = new URL(request.url).searchParams.get('session')
  if (sessionId === null) return answer(400, { error: 'session is missing' })
  // A link from elsewhere arrives without Strict cookies, so a page may stand before a browser that holds a claim.
  if ((await inside.claimOf(request)) !== undefined) return eventStream(once('claimed', {}))
  if (!inside.ownsSession(request, sessionId)) {
    inside.tell({ type: 'refused', route: '/sse', status: 403, reason: 'session of another browser' })
    return answer(403, { error: 'session of another browser' })
  }
  if (!inside.streams.hasRoomFor(sessionId)) return answer(503, { error: 'too many streams' }, { 'Retry-After': '5' })
  return eventStream(watch(inside, sessionId, request.signal))
}

type EventName = 'pending' | 'completed' | 'failed' | 'expired' | 'claimed'

async function* once(event: EventName, data: unknown): AsyncGenerator<string> {
  yield eventText(event, data)
}

async function* watch(inside: Inside, sessionId: string, signal: AbortSignal): AsyncGenerator<string> {
  const opened = performance.now()
  let lastWord = opened
  inside.streams.opened(sessionId)
  try {
    // What failed before this stream began has been told on the stream before it.
    let heard = failureIn(await inside.looks.at(sessionId))?.mark
    yield eventText('pending', {})
    while (!signal.aborted && performance.now() - opened < LONGEST) {
      const look = await inside.looks.at(sessionId)
      const { accessToken } = look
      if (accessToken !== undefined) return yield eventText('completed', { accessToken })
      if (!look.exists) return yield eventText('expired', {})
      const failure = failureIn(look)
      if (failure !== undefined && failure.mark !== heard) {
        heard = failure.mark
        lastWord = performance.now()
        yield eventText('failed', { provider: failure.provider, code: failure.code })
      }
      if (performance.now() - lastWord >= HEARTBEAT_EVERY) {
        lastWord = performance.now()
        yield ': still here\n\n'
      }
      await inside.wakeups.sleep(sessionId, inside.looks.untilNext())
    }
  } catch (error) {
    // The page opens another stream after a pause; by then the store may answer again.
    inside.tell({ type: 'error', where: 'GET /sse', error })
  } finally {
    inside.streams.closed(sessionId)
  }
}

function eventText(event: EventName, data: unknown): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

function eventStream(events: AsyncGenerator<string>): Response {
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await events.next()
      if (done) controller.close()
      else controller.enqueue(utf8(value))
    },
    async cancel() {
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
