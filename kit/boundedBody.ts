import { IncomingMessage } from 'node:http'
import { failure } from './failure.ts'
import { REQUEST_LIMITS } from './requestLimits.ts'

/** What a route that was found may say about the body of its request. */
export interface BodyBounds {
  /** The route takes a body of so many bytes and streams it: it may arrive as long as it comes fast enough. */
  takeUpload(mostBytes: number): void
}

/**
 * A request that counts its body as it arrives and stops at its limit, whoever reads it and whatever the headers
 * promise. The reader gets the refusal as the error of the body; what still arrives is thrown away.
 */
export class BoundedRequest extends IncomingMessage implements BodyBounds {
  /** Bytes of the body that have arrived. */
  received = 0
  isUpload = false
  /** The reply is written: what still arrives is only read away. */
  isAnswered = false
  private mostBytes: number = REQUEST_LIMITS.bodyBytes
  private pieces = 0
  private isRefused = false

  takeUpload(mostBytes: number): void {
    this.mostBytes = mostBytes
    this.isUpload = true
  }

  /** Called by Node's parser with each piece of the body, and with null at its end. */
  override push(piece: Buffer | null): boolean {
    if (piece === null) return super.push(null)
    this.received += piece.length
    this.pieces++
    if (this.isAnswered) return this.readAway(piece)
    if (this.isRefused) return true
    if (this.received > this.mostBytes)
      return this.refuse(failure('too_large', `The body is larger than ${this.mostBytes} bytes`, { field: 'body' }))
    if (this.pieces > MOST_SMALL_PIECES && this.received < this.pieces * SMALL_PIECE)
      return this.refuse(failure('invalid', 'The body comes in too many small pieces', { field: 'body' }))
    return super.push(piece)
  }

  private refuse(refused: Error): true {
    this.isRefused = true
    // A web stream made of this request would take an error and bytes after it for a fault of ours.
    this.removeAllListeners('data')
    if (this.listenerCount('error') > 0) this.emit('error', refused)
    else this.socket.destroy()
    return true
  }

  private readAway(piece: Buffer): boolean {
    if (this.received > MOST_READ_AWAY) this.socket.destroy()
    return super.push(piece)
  }
}

/** Each piece of a chunked body costs some hundred bytes of memory, also when it holds a single byte. */
const MOST_SMALL_PIECES = 10_000
const SMALL_PIECE = 100
const MOST_READ_AWAY = 64_000_000
