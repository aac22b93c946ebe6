import { connect, type Socket } from 'node:net'

/** One connection of SMTP, spoken line by line. */
export interface SmtpClient {
  socket: Socket
  /** Sends a line and gives back the answer to it. */
  say(line: string): Promise<string>
  /** The next answer; an empty text when the connection ends instead. */
  answer(): Promise<string>
  /** From the greeting to 354. */
  beginMessage(to: string): Promise<string>
}

export async function smtpClient(port: number): Promise<SmtpClient> {
  const socket = connect(port, '127.0.0.1')
  socket.setEncoding('utf8').on('error', () => {})
  let unread = ''
  let changed = () => {}
  socket.on('data', text => {
    unread += text
    changed()
  })
  socket.on('close', () => changed())

  async function answer(): Promise<string> {
    for (;;) {
      // Lines before the last have a minus behind the code.
      const whole = /^(?:\d{3}-.*\r\n)*\d{3} .*\r\n/.exec(unread)?.[0]
      if (whole !== undefined) {
        unread = unread.slice(whole.length)
        return whole.trim()
      }
      if (socket.destroyed) return ''
      await new Promise<void>(resolve => {
        changed = resolve
      })
    }
  }

  async function say(line: string): Promise<string> {
    socket.write(`${line}\r\n`)
    return answer()
  }

  async function beginMessage(to: string): Promise<string> {
    await answer()
    await say('EHLO client.example')
    await say('MAIL FROM:<ann@example.org>')
    await say(`RCPT TO:<${to}>`)
    return say('DATA')
  }

  return { socket, say, answer, beginMessage }
}
