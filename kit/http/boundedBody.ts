import { IncomingMessage } from 'node:http'
import { type Failure, failure } from '../api/failure.ts'
import type { BodyMemory } from './bodyMemory.ts'
import { REQUEST_LIMITS } from './requestLimits.ts'
import type { Turn } from './turns.ts'

/** What a route that was found may say about the body of its request. */
export interface BodyBounds {
  /** The route takes a body of so many bytes and streams it: it may arrive as long as it comes fast enough. */
  takeUpload(mostBytes: number): void
}

/** What the requests of one listener share. */
export interface Receiving {
  readonly memory: BodyMemory
  clientOf(incoming: IncomingMessage): string
  /** Answers a request that nobody reads yet, and closes its connection. */
  refuse(incoming: BoundedRequest, refused: Failure): void
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
  /** Since it is worked on. */
  turn: Turn | undefined
  private mostBytes: number = REQUEST_LIMITS.bodyBytes
  private pieces = 0
  private isRefused = false
  private isStopped = false
  /** Nobody was there to be told of the refusal: whoever reads later must not take what came before it for all. */
  private isCutOff = false
  /** Small pieces that were not passed on yet. */
  private small: Buffer[] = []
  private isReadOn = true
  private receiving: Receiving | undefined
  /** Bytes taken from the memory for bodies, and for whom. */
  private held = 0
  private client = ''

  begin(receiving: Receiving): void {
    this.receiving = receiving
  }

  takeUpload(mostBytes: number): void {
    this.mostBytes = mostBytes
    this.isUpload = true
    // What came while it waited for its turn is part of its buffers.
    this.hold(0)
    if (!this.hold(UPLOAD_BUFFERS)) throw tooMuchAtOnce()
  }

  answered(): void {
    this.isAnswered = true
    this.hold(0)
  }

  /** Called by Node's parser with each piece of the body, and with null at its end. */
  override push(piece: Buffer | null): boolean {
    if (piece === null) {
      this.passOn()
      return this.isCutOff ? false : super.push(null)
    }
    this.received += piece.length
    this.pieces++
    if (this.isStopped) return false
    if (this.pieces > MOST_SMALL_PIECES && this.received < this.pieces * SMALL_PIECE) return this.refusePieces()
    if (this.isAnswered) return this.readAway(piece)
    if (this.isRefused) return true
    if (this.received > this.mostBytes)
      return this.refuse(failure('too_large', `The body is larger than ${this.mostBytes} bytes`, { field: 'body' }))
    const weight = this.received + this.pieces * PIECE_WEIGHT
    if (weight > UNCOUNTED && !this.isUpload && !this.hold(weight)) return this.refuse(tooMuchAtOnce())
    if (this.pieces > PASSED_ON_SINGLY && piece.length < SMALL_PIECE) return this.gather(piece)
    this.passOn()
    return super.push(piece)
  }

  /**
   * Whoever reads does some work for each piece: those that came in one
   * round of the event loop are passed on as one.
   */
  private gather(piece: Buffer): boolean {
    if (this.small.length === 0) setImmediate(() => this.passOn())
    this.small.push(piece)
    return this.isReadOn
  }

  private passOn(): void {
    if (this.small.length === 0) return
    const gathered = Buffer.concat(this.small)
    this.small = []
    this.isReadOn = this.isRefused || super.push(gathered)
  }

  /** Changes what this request holds of the memory for bodies; false when there is not enough for its client. */
  private hold(bytes: number): boolean {
    if (!this.receiving || bytes === this.held) return true
    const { memory, clientOf } = this.receiving
    if (this.held === 0) this.client = clientOf(this)
    if (bytes < this.held) memory.give(this.client, this.held - bytes)
    else if (!memory.take(this.client, bytes - this.held)) return false
    this.held = bytes
    return true
  }

  private refuse(refused: Failure): true {
    this.isRefused = true
    // A web stream made of this request would take an error and bytes after it for a fault of ours.
    this.removeAllListeners('data')
    if (this.listenerCount('error') > 0) this.emit('error', refused)
    else this.cutOff(refused)
    return true
  }

  /** Reading on would cost a call of the parser for each piece: the rest stays where it is, and the connection ends. */
  private refusePieces(): boolean {
    this.isStopped = true
    this.socket.pause()
    setTimeout(() => this.socket.destroy(), LINGER_MS).unref()
    if (this.isAnswered || this.isRefused) return false
    return this.refuse(failure('invalid', 'The body comes in too many small pieces', { field: 'body' }))
  }

  /** Node asks for more when somebody reads, and when the reply is written. */
  override _read(size: number): void {
    this.isReadOn = true
    if (!this.isStopped) super._read(size)
  }

  private cutOff(refused: Failure): void {
    this.isCutOff = true
    if (this.receiving) this.receiving.refuse(this, refused)
    else this.socket.destroy()
  }

  private readAway(piece: Buffer): boolean {
    if (this.received > MOST_READ_AWAY) this.socket.destroy()
    return super.push(piece)
  }
}

function tooMuchAtOnce(): Failure {
  return failure('unavailable', 'Too much is being sent to this server at once: try again in some seconds', {
    retryAfter: 5,
  })
}

/** Each piece of a chunked body costs some hundred bytes of memory, also when it holds a single byte. */
const MOST_SMALL_PIECES = 10_000
const SMALL_PIECE = 100
const PIECE_WEIGHT = 300
const PASSED_ON_SINGLY = 16
/** Time for the refusal to be sent and read before the connection ends. */
const LINGER_MS = 1_000
const MOST_READ_AWAY = 64_000_000

/** Most bodies are smaller. They are not counted, so that they cost nothing and are taken whatever others send. */
const UNCOUNTED = 16_384

/** What an upload has in memory at once on its way to the disk. */
const UPLOAD_BUFFERS = 128 * 1024
