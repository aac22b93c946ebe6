import type { Transporter } from 'nodemailer'
import { failure } from '../api/failure.ts'
import type { Carrier, Envelope } from './carrier.ts'

const TIMEOUTS = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000, dnsTimeout: 15_000 }

/**
 * Messages that follow each other share a connection: to open one takes a mail server a tenth of a second and more, in which
 * a worker does no other job. Soon after the last one it is closed, so nothing is left to close. What a lost connection did not take to
 * its end is not sent again from here, where parts of it may have been read already: its job does that.
 */
const CONNECTIONS = { pool: true, maxConnections: 5, idleTimeout: 1_000, maxRequeues: 0 } as const

/** Hands each message to a mail server. */
export function openSmtp(smtpUrl: string): Carrier {
  const place = placeOf(smtpUrl)
  let connections: Promise<Transporter> | undefined
  return { place, carry, check }

  async function carry(envelope: Envelope): Promise<void> {
    try {
      await (await connection()).sendMail(envelope)
    } catch (error) {
      throw explain(error, place)
    }
  }

  async function check(): Promise<void> {
    try {
      await (await connection()).verify()
    } catch (error) {
      throw explain(error, place)
    }
  }

  /** Loaded with the first message. */
  function connection(): Promise<Transporter> {
    connections ??= open()
    return connections
  }

  async function open(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer')
    const given = { url: smtpUrl, ...TIMEOUTS, ...CONNECTIONS, disableFileAccess: true, disableUrlAccess: true }
    // Whoever sends a message is told of its fault; a connection that fails with none is not needed any more.
    return createTransport(given).on('error', () => {})
  }
}

/** Without user and password, which messages and logs must not repeat. */
function placeOf(smtpUrl: string): string {
  const url = URL.canParse(smtpUrl) ? new URL(smtpUrl) : undefined
  if (!url?.hostname || (url.protocol !== 'smtp:' && url.protocol !== 'smtps:')) {
    throw failure('invalid', 'SMTP_URL must read smtp://user:password@host:port or smtps://…')
  }
  return `${url.protocol}//${url.host}`
}

const REASONS: Record<string, string> = {
  EAUTH: 'refuses the user name or password',
  EDNS: 'has a host name that is not found',
  ECONNECTION: 'cannot be reached',
  ESOCKET: 'cannot be reached',
  ETIMEDOUT: 'does not answer in time',
  ETLS: 'does not agree on an encrypted connection',
  EENVELOPE: 'refuses the sender or the recipient',
  EMESSAGE: 'refuses the message',
  ESTREAM: 'was not given the whole message, for a file could not be read',
}

/** `unprocessable` when the server says that trying again is no use, `unavailable` for all that may pass. */
function explain(error: unknown, place: string): Error {
  const { code, responseCode, response, message } = factsOf(error)
  const said = response ?? message
  const line = `The mail server ${place} ${REASONS[code] ?? 'failed'} (${said.split(/[\r\n]/)[0]?.slice(0, 200)})`
  const isFinal = responseCode >= 500 && responseCode < 600 && (code === 'EENVELOPE' || code === 'EMESSAGE')
  return failure(isFinal ? 'unprocessable' : 'unavailable', line)
}

function factsOf(error: unknown): { code: string; responseCode: number; response?: string; message: string } {
  if (!(error instanceof Error)) return { code: '', responseCode: 0, message: String(error) }
  return {
    code: 'code' in error ? String(error.code) : '',
    responseCode: 'responseCode' in error ? Number(error.responseCode) : 0,
    ...('response' in error && typeof error.response === 'string' && { response: error.response }),
    message: error.message,
  }
}
