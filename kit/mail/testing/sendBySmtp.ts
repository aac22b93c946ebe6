import { createTransport, type SendMailOptions } from 'nodemailer'

/** Sends a message to a port of this machine, as any mail program would; its answer. */
export async function sendBySmtp(port: number, message: SendMailOptions): Promise<string> {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
  const { response } = await transport.sendMail(message)
  return response
}
