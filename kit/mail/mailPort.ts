import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { boundConnections } from '../http/clientConnections.ts'
import { clientNetworks, proxyTest } from '../http/clientNetwork.ts'
import { type Limiter, rollingLimiter } from '../http/limiter.ts'
import { explainListenError } from '../http/refusals.ts'
import type { MailService } from './dropBox.ts'
import { MAIL_LIMITS } from './mailLimits.ts'
import { MAIL_PORT_LIMITS as LIMITS } from './mailPortLimits.ts'
import { refuse, takeMessage } from './takeMessage.ts'

/** A port that takes mail by SMTP. */
export interface MailPort {
  port: number
  /** From now on mail is taken; whoever comes before is told to come back. */
  serve(opened: MailService): void
  /** Takes no more mail, finishes the messages under way (10 s at most), closes. */
  stop(): Promise<void>
}

export interface MailPortOptions {
  port: number
  host: string
  /** How this server calls itself. */
  name: string
  /** Addresses and networks that bring the mail of many: they may send any number. */
  proxies?: readonly string[]
  /** Whether a client may send only so many messages; true unless told. */
  limited?: boolean
  /** Offers STARTTLS. Without one nothing is encrypted here. */
  certificate?: { cert: Buffer; key: Buffer } | undefined
}

/**
 * Listens for mail. A message is acknowledged (250) when it is stored for good; whatever goes wrong before that tells
 * the sender to try again, or that there is no use in it.
 */
export async function openMailPort(options: MailPortOptions): Promise<MailPort> {
  let service: MailService | undefined
  let isStopping = false
  let closing: Promise<void> | undefined
  /** Sessions with a message that is being received or stored. */
  const busy = new Set<string>()
  const allow = allowances(options)

  const server = new SMTPServer({
    name: options.name,
    banner: 'Portico',
    ...options.certificate,
    disabledCommands: [...DISABLED, ...(options.certificate ? [] : ['STARTTLS'])],
    disableReverseLookup: true,
    size: MAIL_LIMITS.messageBytes,
    maxClients: LIMITS.connections,
    maxRecipients: LIMITS.recipients,
    socketTimeout: LIMITS.silenceMs,
    closeTimeout: LIMITS.stopMs,
    logger: false,
    onConnect(_session, done) {
      done(service && !isStopping ? null : refuse(421, 'The server is starting or stopping: try again in a minute'))
    },
    onMailFrom(_address, session, done) {
      if (allow.message(session)) return done(null)
      service?.count?.('too_many')
      done(refuse(451, 'Too many messages: try again in a minute'))
    },
    onRcptTo({ address }, session, done) {
      if (!service) return done(refuse(421, 'The server is stopping'))
      const { dropBox, log, count } = service
      dropBox.accepts(address).then(
        isAccepted => {
          if (isAccepted) return done(null)
          count?.('unknown_recipient')
          // Who tries one address after the other is looking for those that exist.
          const isFirst = allow.unknownRecipient(session)
          done(isFirst ? refuse(550, 'There is no such mailbox here') : refuse(421, 'Too many unknown recipients'))
        },
        error => {
          log.error({ error: String(error) }, 'mail: looking for a recipient failed')
          done(refuse(451, 'Try again later'))
        },
      )
    },
    onData(stream, session, done) {
      if (!service) return done(refuse(421, 'The server is stopping'))
      busy.add(session.id)
      takeMessage(stream, session, service).then(outcome => {
        busy.delete(session.id)
        done(outcome.error, outcome.text)
        if (isStopping || outcome.hangUp) endSession(session.id)
      })
    },
  })
  // A client that breaks off, or whose TLS fails, is no trouble of ours.
  server.on('error', () => {})
  boundConnections(server.server, LIMITS.connectionsOfClient, proxyTest(options.proxies ?? []))

  function endSession(id: string) {
    for (const connection of server.connections) if (connection.session.id === id) connection.close()
  }

  async function close(): Promise<void> {
    isStopping = true
    const closed = new Promise<void>(resolve => server.close(resolve))
    for (const connection of [...server.connections]) {
      if (busy.has(connection.session.id)) continue
      connection.send(421, 'The server is stopping')
      connection.close()
    }
    await closed
  }

  await listening(server, options)
  const { port } = server.server.address() as AddressInfo
  return {
    port,
    serve(opened) {
      service = opened
    },
    stop() {
      closing ??= close()
      return closing
    },
  }
}

/** Nobody signs in here, and the rest are jokes of the library. */
const DISABLED = ['AUTH', 'VRFY', 'WIZ', 'SHELL', 'KILL', 'XCLIENT', 'XFORWARD']

async function listening(server: SMTPServer, { port, host }: MailPortOptions): Promise<void> {
  try {
    // The server hands on errors of its listener.
    const failed = new Promise<never>((_resolve, reject) => server.server.once('error', reject))
    failed.catch(() => {})
    const opened = once(server.server, 'listening')
    server.listen(port, host)
    await Promise.race([opened, failed])
  } catch (error) {
    throw explainListenError(error as NodeJS.ErrnoException, port, host)
  }
}

interface Allowances {
  message(session: SMTPServerSession): boolean
  unknownRecipient(session: SMTPServerSession): boolean
}

function allowances({ limited = true, proxies = [] }: MailPortOptions): Allowances {
  const isProxy = proxyTest(proxies)
  const networkOf = clientNetworks()
  const messages = rollingLimiter({ limit: LIMITS.messagesPerMinute, windowMs: 60_000 })
  const unknown = rollingLimiter({ limit: LIMITS.unknownRecipientsPerMinute, windowMs: 60_000 })
  const take = (limiter: Limiter, { remoteAddress }: SMTPServerSession) => {
    if (!limited || isProxy(remoteAddress)) return true
    return limiter.take(networkOf({ request: NO_REQUEST, remoteAddress }), Date.now()).allowed
  }
  return { message: session => take(messages, session), unknownRecipient: session => take(unknown, session) }
}

const NO_REQUEST = { headers: { get: () => null } }
