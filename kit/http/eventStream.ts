import type { Json } from '../api/json.ts'
import { takesGzip } from './compress.ts'
import { GZIP_HEADER, openGzip, type PackedPiece, packPiece } from './packedPieces.ts'

/** What an event stream sends, asked for piece by piece: a reader that does not read asks for nothing. */
export interface EventPieces {
  /** The next piece, when there is one; undefined at the end. Not asked again before it has answered. */
  next(): Promise<string | SharedPiece | undefined>
  /** Nobody reads any more. */
  end(): void
}

/** Events that several streams may send, each of both made once for all of them. */
export interface SharedPiece {
  plain(): Uint8Array
  packed(): Promise<PackedPiece>
}

/**
 * The answer of an operation with `isEventStream`, whose events are of the type that it declares as its reply. Packed for
 * those who take gzip, as browsers do: who listens to a lot gets a fraction of the bytes.
 */
export function eventStream<Event>(request: Request, pieces: EventPieces): Json<Event> {
  const isPacked = takesGzip(request)
  const body = new ReadableStream<Uint8Array>(
    { pull: isPacked ? packedFrom(pieces) : plainFrom(pieces), cancel: () => pieces.end() },
    // Nothing is made ready before it is asked for.
    { highWaterMark: 0 },
  )
  const response = new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      vary: 'accept-encoding',
      // Told to nginx, which would otherwise hold events back.
      'x-accel-buffering': 'no',
      ...(isPacked && { 'content-encoding': 'gzip' }),
    },
  })
  // Answers that are a Response leave as they are; an operation cannot say so in its type.
  return response as unknown as Json<Event>
}

type Pull = (controller: ReadableStreamDefaultController<Uint8Array>) => Promise<void>

function plainFrom(pieces: EventPieces): Pull {
  return async controller => {
    const piece = await pieces.next()
    if (piece === undefined) controller.close()
    else controller.enqueue(typeof piece === 'string' ? encoder.encode(piece) : piece.plain())
  }
}

function packedFrom(pieces: EventPieces): Pull {
  const gzip = openGzip()
  let isBegun = false
  return async controller => {
    const piece = await pieces.next()
    if (!isBegun) controller.enqueue(GZIP_HEADER)
    isBegun = true
    if (piece === undefined) {
      controller.enqueue(gzip.end())
      controller.close()
      return
    }
    const packed = await (typeof piece === 'string' ? packPiece(encoder.encode(piece)) : piece.packed())
    gzip.add(packed)
    controller.enqueue(packed.bytes)
  }
}

const encoder = new TextEncoder()

/** One event as text; `data` has no line breaks, as JSON has none. */
export function eventText({ id, event, data }: { id?: string; event: string; data: string }): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`
}
