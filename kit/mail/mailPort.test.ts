import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { afterAll, afterEach, expect, test } from 'vitest'
import { failure } from '../api/failure.ts'
import { silentLog } from '../log/log.ts'
import type { DropBox, MailOutcome } from './dropBox.ts'
import { MAIL_LIMITS } from './mailLimits.ts'
import { type MailPort, type MailPortOptions, openMailPort } from './mailPort.ts'
import { MAIL_PORT_LIMITS } from './mailPortLimits.ts'
import { openMessageReader } from './messageReader.ts'
import type { ParsedMessage } from './parsedMessage.ts'
import { TEST_CERTIFICATE } from './testing/certificate.ts'
import { smtpClient } from './testing/smtpClient.ts'

const folder = await mkdtemp(join(tmpdir(), 'portico-mail-port-'))
const reader = await openMessageReader(folder)
afterAll(async () => {
  await reader.close()
  await rm(folder, { recursive: true })
})

let open: MailPort | undefined
afterEach(async () => {
  await open?.stop()
  expect(await readdir(folder)).toEqual([])
})

interface Scene extends MailPort {
  delivered: { message: ParsedMessage; addresses: readonly string[] }[]
  outcomes: MailOutcome[]
}

async function start(options: Partial<MailPortOptions> = {}, dropBox: Partial<DropBox> = {}): Promise<Scene> {
  const delivered: Scene['delivered'] = []
  const outcomes: MailOutcome[] = []
  const mailPort = await openMailPort({ port: 0, host: '127.0.0.1', name: 'crm.example', ...options })
  open = mailPort
  mailPort.serve({
    reader,
    log: silentLog,
    count: outcome => outcomes.push(outcome),
    dropBox: {
      accepts: async address => address.startsWith('acme'),
      async deliver(message, addresses) {
        delivered.push({ message, addresses })
      },
      ...dropBox,
    },
  })
  return { ...mailPort, delivered, outcomes }
}

function send(port: number, to: string, more: object = {}) {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true, logger: false })
  return transport.sendMail({ from: 'Ann <ann@example.org>', to, subject: 'Hello', text: 'text', ...more })
}

test('250 for a message, which arrives whole, dots at the beginning of lines included', async () => {
  const { port, delivered, outcomes } = await start()
  const text = 'one\n.\n..\n.two\nthree'

  const { response } = await send(port, 'acme+deal42@crm.example, acme@crm.example', { text })

  expect(response).toMatch(/^250 /)
  expect(delivered).toMatchObject([
    { message: { subject: 'Hello', defects: [] }, addresses: ['acme+deal42@crm.example', 'acme@crm.example'] },
  ])
  expect(delivered[0]?.message.text?.trim()).toBe(text)
  expect(outcomes).toEqual(['stored'])
})

test('250 comes after the message is stored, not before', async () => {
  let stored: () => void = () => {}
  let isAsked: () => void = () => {}
  const asked = new Promise<void>(resolve => {
    isAsked = resolve
  })
  const { port } = await start(
    {},
    {
      deliver: () => {
        isAsked()
        return new Promise<void>(resolve => {
          stored = resolve
        })
      },
    },
  )
  let answer = ''
  const sent = send(port, 'acme@crm.example').then(({ response }) => {
    answer = response
  })
  await asked
  await new Promise(resolve => setTimeout(resolve, 50))

  expect(answer).toBe('')
  stored()
  await sent
  expect(answer).toMatch(/^250 /)
})

test('550 for a recipient nobody knows', async () => {
  const { port, delivered, outcomes } = await start()

  await expect(send(port, 'nobody@crm.example')).rejects.toMatchObject({ responseCode: 550 })

  expect(delivered).toEqual([])
  expect(outcomes).toEqual(['unknown_recipient'])
})

test('421 for a client that looks for recipients', async () => {
  const { port } = await start()
  const client = await smtpClient(port)
  await client.answer()
  await client.say('EHLO client.example')
  await client.say('MAIL FROM:<eve@example.org>')
  const answers: string[] = []
  for (let tried = 0; tried <= MAIL_PORT_LIMITS.unknownRecipientsPerMinute; tried++)
    answers.push((await client.say(`RCPT TO:<try${tried}@crm.example>`)).slice(0, 3))

  expect(answers.slice(0, -1).every(code => code === '550')).toBe(true)
  expect(answers.at(-1)).toBe('421')
})

test('552 for a message that is too large, whether it says so before or not, and the next one is taken', async () => {
  const { port, delivered, outcomes } = await start()
  const client = await smtpClient(port)
  await client.answer()
  await client.say('EHLO client.example')

  expect(await client.say(`MAIL FROM:<a@example.org> SIZE=${MAIL_LIMITS.messageBytes + 1}`)).toMatch(/^552 /)

  await client.say('MAIL FROM:<a@example.org>')
  await client.say('RCPT TO:<acme@crm.example>')
  await client.say('DATA')
  const megabyte = `${'x'.repeat(998)}\r\n`.repeat(1000)
  for (let sent = 0; sent <= MAIL_LIMITS.messageBytes + 1_000_000; sent += megabyte.length)
    if (!client.socket.write(megabyte)) await new Promise(resolve => client.socket.once('drain', resolve))
  expect(await client.say('.')).toMatch(/^552 The message is larger than/)
  expect(outcomes).toEqual(['too_large'])

  await client.say('MAIL FROM:<a@example.org>')
  await client.say('RCPT TO:<acme@crm.example>')
  await client.say('DATA')
  expect(await client.say('Subject: small\r\n\r\ntext\r\n.')).toMatch(/^250 /)
  expect(delivered).toHaveLength(1)
  client.socket.destroy()
})

test('nothing is stored of a message whose sender goes away before its end', async () => {
  const { port, delivered, outcomes } = await start()
  const client = await smtpClient(port)
  expect(await client.beginMessage('acme@crm.example')).toMatch(/^354/)
  client.socket.write('Subject: half\r\n\r\nhalf of it\r\n')

  client.socket.destroy()

  await until(() => outcomes.length > 0)
  expect(outcomes).toEqual(['broken_off'])
  expect(delivered).toEqual([])
})

test.each([
  [451, 'it cannot be stored now', new Error('disk full')],
  [451, 'the database is away', failure('unavailable', 'The database does not answer right now')],
  [550, 'the mailbox is gone by now', failure('missing', 'gone')],
  [554, 'the rules refuse it', failure('invalid', 'A deal has at most 5000 mail threads')],
])('%i when %s', async (responseCode, _what, error) => {
  const { port } = await start({}, { deliver: () => Promise.reject(error) })

  await expect(send(port, 'acme@crm.example')).rejects.toMatchObject({ responseCode })
})

test('451 when looking for the recipient fails', async () => {
  const { port } = await start({}, { accepts: () => Promise.reject(new Error('no database')) })

  await expect(send(port, 'acme@crm.example')).rejects.toMatchObject({ responseCode: 451 })
})

test('STARTTLS is offered with a certificate, and not without', async () => {
  const { port, delivered, stop } = await start({ certificate: TEST_CERTIFICATE })
  const transport = createTransport({ host: 'localhost', port, requireTLS: true, tls: { ca: [TEST_CERTIFICATE.cert] } })

  await transport.sendMail({ from: 'ann@example.org', to: 'acme@crm.example', subject: 'sealed', text: 'x' })

  expect(delivered).toMatchObject([{ message: { subject: 'sealed' } }])
  await stop()
  const plain = await start()
  const client = await smtpClient(plain.port)
  await client.answer()
  expect(await client.say('EHLO client.example')).not.toMatch(/STARTTLS|AUTH/)
  expect(await client.say('STARTTLS')).toMatch(/^5/)
  client.socket.destroy()
})

test('421 until mail can be taken', async () => {
  open = await openMailPort({ port: 0, host: '127.0.0.1', name: 'crm.example' })

  expect(await (await smtpClient(open.port)).answer()).toMatch(/^421 /)
})

test('one client has so many connections and no more', async () => {
  const { port } = await start()
  const clients = await Promise.all(
    Array.from({ length: MAIL_PORT_LIMITS.connectionsOfClient + 2 }, () => smtpClient(port)),
  )
  const greetings = await Promise.all(clients.map(client => client.answer()))

  expect(greetings.filter(text => text.startsWith('220'))).toHaveLength(MAIL_PORT_LIMITS.connectionsOfClient)
  for (const { socket } of clients) socket.destroy()
})

test('stopping ends idle connections at once and lets a message under way be stored and acknowledged', async () => {
  let stored: () => void = () => {}
  let isAsked = false
  const scene = await start(
    {},
    {
      deliver: () => {
        isAsked = true
        return new Promise<void>(resolve => {
          stored = resolve
        })
      },
    },
  )
  const [idle, busy] = [await smtpClient(scene.port), await smtpClient(scene.port)]
  await idle.answer()
  await busy.beginMessage('acme@crm.example')
  const answer = busy.say('Subject: last\r\n\r\ntext\r\n.')
  await until(() => isAsked)

  const stopped = scene.stop()
  open = undefined
  expect(await idle.answer()).toMatch(/^421 /)
  stored()

  expect(await answer).toMatch(/^250 /)
  await stopped
  expect(await (await smtpClient(scene.port)).answer()).toBe('')
})

test('503 with one line for a port that is taken', async () => {
  const other = createServer()
  await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as { port: number }

  await expect(openMailPort({ port, host: '127.0.0.1', name: 'x' })).rejects.toMatchObject({
    code: 'unavailable',
    message: `Port ${port} is taken by another program`,
  })
  other.close()
})

async function until(condition: () => boolean): Promise<void> {
  for (let waited = 0; !condition() && waited < 20_000; waited += 10)
    await new Promise(resolve => setTimeout(resolve, 10))
  expect(condition()).toBe(true)
}
