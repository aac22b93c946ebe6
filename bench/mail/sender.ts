import { setTimeout as sleep } from 'node:timers/promises'
import { createTransport, type SendMailOptions } from 'nodemailer'

/** Sends mail like a mail server does: over one connection, and again and again until it is accepted. */
export interface Sender {
  /** How often it had to be sent. */
  send(message: SendMailOptions): Promise<number>
  close(): void
}

const MOST_TRIES = 600
const PAUSE_MS = 200

export function openSender(port: number): Sender {
  const open = () =>
    createTransport({ host: '127.0.0.1', port, ignoreTLS: true, pool: true, maxConnections: 1, maxMessages: 1000 })
  let transport = open()
  return {
    async send(message) {
      for (let tries = 1; ; tries++) {
        try {
          await transport.sendMail(message)
          return tries
        } catch (error) {
          const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
          // Refused for good, or for too long: the test is over.
          if (code >= 500 || tries === MOST_TRIES) throw error
          transport.close()
          await sleep(PAUSE_MS)
          transport = open()
        }
      }
    },
    close: () => transport.close(),
  }
}
