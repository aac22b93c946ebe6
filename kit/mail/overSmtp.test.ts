import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openMail } from './openMail.ts'
import { parseEml } from './parseEml.ts'
import { readOutbox } from './readOutbox.ts'
import { aMessage, FROM } from './testing/aMessage.ts'

const aFile = { name: 'a.txt', type: 'text/plain', open: async () => new Blob(['a']).stream() }

let directory: string
let outbox: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'portico-mail-'))
  outbox = join(directory, 'outbox')
})

afterEach(() => rm(directory, { recursive: true }))

describe('over SMTP', () => {
  let stop: (() => Promise<void>) | undefined
  /** Ends the connection that comes from a port. */
  let lose: (port: number) => void

  afterEach(async () => {
    await stop?.()
    stop = undefined
  })

  test('the message arrives whole, at its recipient only', async () => {
    const { url, received } = await listen()
    const mail = openMail({ smtpUrl: url, from: FROM, outbox })
    const text = 'Cześć\n.\n..two dots\nFrom here\nbye'

    await mail.send(
      aMessage({ subject: 'Zażółć', text, messageId: '<job-1@portico.example>', headers: { 'X-Job': '1' } }),
    )

    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject({ from: 'mail@portico.example', to: ['ann@example.org'] })
    const { headers, text: read } = parseEml(received[0]?.bytes ?? Buffer.alloc(0))
    expect(read).toBe(text)
    expect(headers.get('subject')).toBe('Zażółć')
    expect(headers.get('message-id')).toBe('<job-1@portico.example>')
    expect(headers.get('x-job')).toBe('1')
    expect(await readOutbox(outbox)).toEqual([])
  })

  test('several recipients get one message, which does not tell who got a blind copy', async () => {
    const { url, received } = await listen()
    const person = (address: string, name = '') => ({ name, address })

    await openMail({ smtpUrl: url, from: FROM, outbox }).send(
      aMessage({
        to: [person('ann@example.org', 'Ann, "A" Żółw'), person('bob@example.org')],
        cc: [person('cc@example.org')],
        bcc: [person('blind@example.org')],
        replyTo: [person('me@example.org', 'Me')],
        fromName: 'Olga',
        date: new Date('2026-03-01T10:00:00Z'),
      }),
    )

    expect(received.map(({ to }) => to)).toEqual([
      ['ann@example.org', 'bob@example.org', 'cc@example.org', 'blind@example.org'],
    ])
    const { headers } = parseEml(received[0]?.bytes ?? Buffer.alloc(0))
    expect(headers.get('to')).toContain('<ann@example.org>, bob@example.org')
    expect(headers.get('from')).toBe('Olga <mail@portico.example>')
    expect(headers.get('reply-to')).toBe('Me <me@example.org>')
    expect(Date.parse(headers.get('date') ?? '')).toBe(Date.parse('2026-03-01T10:00:00Z'))
    expect(received[0]?.bytes.toString('latin1')).not.toContain('blind@')
  })

  test('attachments arrive byte for byte under their names, and none in part', async () => {
    const { url, received } = await listen()
    const mail = openMail({ smtpUrl: url, from: FROM, outbox })
    const files = [
      { name: 'Żółw, "A".txt', type: 'text/plain', bytes: Buffer.from('one\r\ntwo\nthree \r.\n') },
      { name: 'big.bin', type: 'application/octet-stream', bytes: randomBytes(300_001) },
      { name: 'forwarded.eml', type: 'message/rfc822', bytes: Buffer.from('Subject: x\r\n\r\nżółw\n') },
    ]
    const opened: string[] = []
    const attachments = files.map(({ name, type, bytes }) => ({
      name,
      type,
      async open() {
        opened.push(name)
        return new Blob([new Uint8Array(bytes)]).stream()
      },
    }))

    await mail.send(aMessage({ text: 'See there', html: '<p>See there</p>', attachments }))

    const bytes = received[0]?.bytes ?? Buffer.alloc(0)
    expect(parseEml(bytes).text).toBe('See there')
    const parsed = await simpleParser(bytes)
    expect(parsed.attachments.map(({ filename, content }) => ({ name: filename, bytes: content }))).toEqual(
      files.map(({ name, bytes }) => ({ name, bytes })),
    )

    const broken = { ...aFile, open: async () => Promise.reject(new Error('The store has nothing there')) }
    const failed = mail.send(aMessage({ attachments: [aFile, broken] }))

    await expect(failed).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('nothing there'),
    })
    expect(received).toHaveLength(1)
    expect(opened).toEqual(files.map(({ name }) => name))
  })

  test('signs in with the user and password of the address', async () => {
    const { url, received } = await listen(withPassword('pass word/1'))

    await openMail({ smtpUrl: withUser(url, 'crm:pass%20word%2F1'), from: FROM, outbox }).send(aMessage())

    expect(received).toHaveLength(1)
  })

  test('503 and one clear line, without the password, when they are wrong', async () => {
    const { url } = await listen(withPassword('right'))
    const mail = openMail({ smtpUrl: withUser(url, 'crm:hunter2'), from: FROM, outbox })

    const error = await mail.check().catch((error: unknown) => error)

    expect(error).toMatchObject({ code: 'unavailable' })
    expect(String(error)).toContain(`The mail server ${url} refuses the user name or password (535`)
    expect(JSON.stringify([error, String(error), mail.place])).not.toContain('hunter2')
  })

  test('the check reaches the server and sends nothing', async () => {
    const { url, received } = await listen()

    await openMail({ smtpUrl: url, from: FROM, outbox }).check()

    expect(received).toEqual([])
  })

  test.each([
    [550, 'unprocessable'],
    [451, 'unavailable'],
  ])('a recipient refused with %i is %s', async (responseCode, code) => {
    const { url } = await listen({
      onRcptTo: (_address, _session, done) => done(Object.assign(new Error('No such mailbox'), { responseCode })),
    })

    await expect(openMail({ smtpUrl: url, from: FROM, outbox }).send(aMessage())).rejects.toMatchObject({
      code,
      message: expect.stringContaining(`refuses the sender or the recipient (${responseCode} No such mailbox`),
    })
  })

  test('messages that follow each other share a connection, which is closed soon after the last', async () => {
    const { url, received, connections } = await listen()
    const mail = openMail({ smtpUrl: url, from: FROM, outbox })

    for (const subject of ['one', 'two', 'three']) await mail.send(aMessage({ subject }))

    expect(received).toHaveLength(3)
    expect(connections.opened).toBe(1)
    await expect.poll(() => connections.open).toBe(0)
    await mail.send(aMessage({ subject: 'four' }))
    expect(received).toHaveLength(4)
  })

  test('a message that is refused, cut off, or whose connection is lost keeps no other one from going', async () => {
    const losing: string[] = []
    const { url, received } = await listen({
      onRcptTo({ address }, session, done) {
        if (address.startsWith('refused')) return done(Object.assign(new Error('No'), { responseCode: 550 }))
        if (!address.startsWith('lost')) return done()
        losing.push(address)
        lose(session.remotePort)
      },
    })
    const mail = openMail({ smtpUrl: url, from: FROM, outbox })
    const to = (address: string) => mail.send(aMessage({ to: [{ name: '', address }] }))
    const broken = { ...aFile, open: async () => Promise.reject(new Error('The store has nothing there')) }

    await to('ann@example.org')
    await expect(to('refused@example.org')).rejects.toMatchObject({ code: 'unprocessable' })
    await to('bob@example.org')
    await expect(mail.send(aMessage({ attachments: [broken] }))).rejects.toMatchObject({ code: 'unavailable' })
    await to('cat@example.org')
    await expect(to('lost@example.org')).rejects.toMatchObject({ code: 'unavailable' })
    await to('dan@example.org')

    // What was lost is not tried again from here.
    expect(losing).toEqual(['lost@example.org'])
    expect(received.map(({ to }) => to[0])).toEqual(['ann', 'bob', 'cat', 'dan'].map(name => `${name}@example.org`))
  })

  test('503 when nobody listens', async () => {
    const mail = openMail({ smtpUrl: 'smtp://127.0.0.1:1', from: FROM, outbox })

    await expect(mail.send(aMessage())).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('The mail server smtp://127.0.0.1:1 cannot be reached'),
    })
  })

  test('503 when the other side hangs up', async () => {
    const server = createServer(socket => socket.destroy()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    stop = async () => {
      server.close()
      await once(server, 'close')
    }
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0

    const sending = openMail({ smtpUrl: `smtp://127.0.0.1:${port}`, from: FROM, outbox }).send(aMessage())

    await expect(sending).rejects.toMatchObject({ code: 'unavailable' })
  })

  interface Received {
    from: string
    to: string[]
    bytes: Buffer
  }

  async function listen(options: SMTPServerOptions = {}) {
    const received: Received[] = []
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      async onData(stream, session, done) {
        const chunks = await stream.toArray().catch(() => undefined)
        if (!chunks) return done(new Error('The message is cut off'))
        const bytes = Buffer.concat(chunks)
        const { mailFrom, rcptTo } = session.envelope
        received.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), bytes })
        done()
      },
      ...options,
    })
    const sockets = new Set<Socket>()
    const connections = { opened: 0, open: 0 }
    server.server.on('connection', (socket: Socket) => {
      connections.opened++
      connections.open++
      sockets.add(socket)
      socket.once('close', () => {
        connections.open--
        sockets.delete(socket)
      })
    })
    lose = port => {
      for (const socket of sockets) if (socket.remotePort === port) socket.destroy()
    }
    server.listen(0, '127.0.0.1')
    await once(server.server, 'listening')
    stop = () => new Promise(resolve => server.close(() => resolve()))
    const address = server.server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    return { url: `smtp://127.0.0.1:${port}`, received, connections }
  }

  function withPassword(password: string): SMTPServerOptions {
    return {
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (auth, _session, done) => {
        if (auth.username === 'crm' && auth.password === password) return done(null, { user: 'crm' })
        done(new Error('Wrong user or password'))
      },
    }
  }

  function withUser(url: string, user: string): string {
    return url.replace('smtp://', `smtp://${user}@`)
  }
})
