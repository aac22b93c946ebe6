import type { SMTPServerDataStream, SMTPServerError, SMTPServerSession } from 'smtp-server'
import { isFailure } from '../api/failure.ts'
import type { MailOutcome, MailService } from './dropBox.ts'
import { MAIL_LIMITS } from './mailLimits.ts'
import { MAIL_PORT_LIMITS } from './mailPortLimits.ts'

export interface Taken {
  error: SMTPServerError | null
  text?: string
  /** The client goes on sending what nobody wants. */
  hangUp: boolean
}

/** Receives one message of a session and has it stored. Never throws: what went wrong is what the sender is told. */
export async function takeMessage(
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
  service: MailService,
): Promise<Taken> {
  const { log, count } = service
  const begun = performance.now()
  const facts = () => ({
    client: session.remoteAddress,
    recipients: session.envelope.rcptTo.length,
    bytes: stream.byteLength,
    ms: Math.round(performance.now() - begun),
  })
  // A connection that breaks off shows as the end of the reading below.
  stream.on('error', () => {})
  const tooLong = setTimeout(() => stream.destroy(new Error('The message took too long')), MAIL_PORT_LIMITS.messageMs)
  try {
    await receiveAndDeliver(stream, session, service, () => clearTimeout(tooLong))
    count?.('stored')
    log.info(facts(), 'mail: stored')
    return { error: null, text: 'OK: the message is stored', hangUp: false }
  } catch (error) {
    const { outcome, refusal } = explain(error, stream)
    count?.(outcome)
    const line = { ...facts(), reason: error instanceof Error ? error.message : String(error) }
    if (outcome === 'failed') log.error(line, 'mail: not stored, the sender is told to try again')
    else log.warn(line, 'mail: refused')
    return { error: refusal, hangUp: !(await drained(stream)) }
  } finally {
    clearTimeout(tooLong)
  }
}

async function receiveAndDeliver(
  stream: SMTPServerDataStream,
  { envelope }: SMTPServerSession,
  { dropBox, reader }: MailService,
  received: () => void,
): Promise<void> {
  // Without `destroyOnReturn` the rest of a message that is refused can be read past.
  const raw = await reader.receive(stream.iterator({ destroyOnReturn: false }))
  received()
  try {
    const addresses = envelope.rcptTo.map(({ address }) => address)
    await dropBox.deliver(await reader.read(raw), addresses)
  } finally {
    await raw.discard().catch(() => {})
  }
}

/** Reads past the rest, so that the client hears the answer; false when there is too much of it. */
async function drained(stream: SMTPServerDataStream): Promise<boolean> {
  if (stream.readableEnded) return true
  try {
    for await (const _ of stream.iterator({ destroyOnReturn: false })) {
      if (stream.byteLength > 4 * MAIL_LIMITS.messageBytes) return false
    }
    return true
  } catch {
    return false
  }
}

/** Refusals of rules that may be another matter a little later. */
const PASSING: ReadonlySet<string> = new Set(['timeout', 'too_many', 'unauthenticated', 'conflict', 'stale'])

/** What a client is told: a code from 400 on asks it to try again, one from 500 on not to. */
export function refuse(responseCode: number, text: string): SMTPServerError {
  return Object.assign(new Error(text), { responseCode })
}

function explain(error: unknown, stream: SMTPServerDataStream): { outcome: MailOutcome; refusal: SMTPServerError } {
  if (stream.destroyed && !stream.readableEnded)
    return { outcome: 'broken_off', refusal: refuse(451, 'The message broke off') }
  if (isFailure(error) && error.code === 'too_large')
    return { outcome: 'too_large', refusal: refuse(552, error.message) }
  if (isFailure(error) && error.code === 'missing')
    return { outcome: 'unknown_recipient', refusal: refuse(550, 'There is no such mailbox here') }
  if (isFailure(error) && error.status < 500 && !PASSING.has(error.code))
    return { outcome: 'refused', refusal: refuse(554, error.message) }
  return { outcome: 'failed', refusal: refuse(451, 'The message could not be stored: try again later') }
}
