import { eventText, type SharedPiece } from '@portico/kit/http/eventStream'
import { joinPieces, type PackedPiece, packPiece, storePiece } from '@portico/kit/http/packedPieces'

/**
 * Events without the id that the last of them gets: it says what the reader may see, so it is another one for each. The
 * events are the same for all who are told the same.
 */
export interface SharedEvents {
  before: Uint8Array
  last: Uint8Array
  /** Both packed, when the first asks for it. */
  packed(): Promise<readonly [before: PackedPiece, last: PackedPiece]>
}

const encoder = new TextEncoder()

/** Events of these texts, of which there is at least one. */
export function sharedEvents(texts: readonly string[]): SharedEvents {
  const events = texts.map(data => eventText({ event: 'change', data }))
  const before = encoder.encode(events.slice(0, -1).join(''))
  const last = encoder.encode(events.at(-1))
  let packed: Promise<readonly [PackedPiece, PackedPiece]> | undefined
  return {
    before,
    last,
    packed() {
      packed ??= Promise.all([packPiece(before), packPiece(last)])
      return packed
    },
  }
}

/** The events with the id of the last: a reader that is lost before it is told of all of them again. */
export function eventPiece(events: SharedEvents, id: string): SharedPiece {
  const own = encoder.encode(`id: ${id}\n`)
  let plain: Uint8Array | undefined
  let packed: Promise<PackedPiece> | undefined
  return {
    plain() {
      plain ??= Buffer.concat([events.before, own, events.last])
      return plain
    },
    packed() {
      packed ??= events.packed().then(([before, last]) => joinPieces([before, storePiece(own), last]))
      return packed
    },
  }
}
