import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'

/** A mail server that takes everything and keeps who it was for. */
export interface MailSink {
  /** For SMTP_URL. */
  url: string
  /** One entry for each recipient of each message, with its Message-ID. */
  taken: { to: string; messageId: string }[]
  stop(): Promise<void>
}

export async function startMailSink(): Promise<MailSink> {
  const taken: MailSink['taken'] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const pieces: Buffer[] = []
      stream.on('data', piece => pieces.push(piece))
      stream.on('end', () => {
        const messageId = /^message-id: *(\S+)/im.exec(Buffer.concat(pieces).toString('latin1'))?.[1] ?? ''
        for (const { address } of session.envelope.rcptTo) taken.push({ to: address, messageId })
        done()
      })
    },
  })
  // Whoever is killed in the middle of a message breaks off its connection.
  server.on('error', () => {})
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  return {
    url: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    taken,
    stop: () => new Promise(resolve => server.close(() => resolve())),
  }
}
