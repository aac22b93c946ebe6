import type { Json } from '../api/json.ts'

/** What an event stream sends, asked for piece by piece: a reader that does not read asks for nothing. */
export interface EventPieces {
  /** The next piece, when there is one; undefined at the end. Not asked again before it has answered. */
  next(): Promise<string | Uint8Array | undefined>
  /** Nobody reads any more. */
  end(): void
}

/** The answer of an operation with `isEventStream`, whose events are of the type that it declares as its reply. */
export function eventStream<Event>(pieces: EventPieces): Json<Event> {
  // Answers that are a Response leave as they are; an operation cannot say so in its type.
  return streamOf(pieces) as unknown as Json<Event>
}

function streamOf(pieces: EventPieces): Response {
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const piece = await pieces.next()
        if (piece === undefined) controller.close()
        else controller.enqueue(typeof piece === 'string' ? encoder.encode(piece) : piece)
      },
      cancel: () => pieces.end(),
    },
    // Nothing is made ready before it is asked for.
    { highWaterMark: 0 },
  )
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      // Told to nginx, which would otherwise hold events back.
      'x-accel-buffering': 'no',
    },
  })
}

const encoder = new TextEncoder()

/** One event as text; `data` has no line breaks, as JSON has none. */
export function eventText({ id, event, data }: { id?: string; event: string; data: string }): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`
}
