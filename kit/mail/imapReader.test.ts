import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { IMAP_LIMITS } from './imapLimits.ts'
import { type ImapQuery, openImapReader } from './imapReader.ts'
import { MAIL_LIMITS } from './mailLimits.ts'
import { addMessage, IMAP_USER, type ImapServer, startImapServer } from './testing/imapServer.ts'

const folder = await mkdtemp(join(tmpdir(), 'portico-imap-'))
const reader = openImapReader(folder, { privateTargets: true })
let server: ImapServer = await startImapServer()
afterEach(async () => {
  expect(await readdir(folder)).toEqual([])
  await server.stop()
  server = await startImapServer()
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

function queryOf(more: Partial<ImapQuery> = {}): ImapQuery {
  const { port } = server
  return { host: '127.0.0.1', port, security: 'none', since: new Date('2020-01-01'), known: [], ...IMAP_USER, ...more }
}

const message = (subject: string) => `From: bob@example.org\r\nSubject: ${subject}\r\n\r\ntext of ${subject}\r\n`

test('new messages of inbox and sent folder become files, byte by byte, others are left alone', async () => {
  addMessage(server, message('one'))
  addMessage(server, Buffer.from([...Buffer.from(message('two')), 0, 255, 254]))
  addMessage(server, message('mine'), 'Sent')
  addMessage(server, message('gone'), 'Trash')

  const { folders, discard } = await reader.fetch(queryOf())

  expect(folders).toMatchObject([
    { path: 'INBOX', folder: 'inbox', uidValidity: 1, readUpTo: 2, isAtEnd: true, messages: [{ uid: 1 }, { uid: 2 }] },
    { path: 'Sent', folder: 'sent', uidValidity: 1, readUpTo: 1, isAtEnd: true, messages: [{ uid: 1 }] },
  ])
  const second = folders[0]?.messages[1]
  expect(await readFile(second?.path ?? '')).toEqual(server.folders.get('INBOX')?.messages[1]?.source)
  expect(second).toMatchObject({ size: message('two').length + 3, digest: expect.stringMatching(/^[0-9a-f]{64}$/) })
  await discard()
})

test('what was read before is not read again, unless the folder was made anew', async () => {
  for (const subject of ['one', 'two', 'three']) addMessage(server, message(subject))
  const uidsWith = async (uidValidity: number, lastUid: number) => {
    const { folders, discard } = await reader.fetch(queryOf({ known: [{ path: 'INBOX', uidValidity, lastUid }] }))
    await discard()
    return folders[0]?.messages.map(({ uid }) => uid)
  }

  expect(await uidsWith(1, 2)).toEqual([3])
  expect(await uidsWith(1, 3)).toEqual([])
  expect(await uidsWith(7, 3)).toEqual([1, 2, 3])
})

test('messages before the given day stay on the server, and are not looked for again', async () => {
  addMessage(server, message('old'), 'INBOX', new Date('2025-01-01'))
  addMessage(server, message('new'), 'INBOX', new Date('2026-03-05'))
  addMessage(server, message('old again'), 'INBOX', new Date('2025-01-02'))

  const { folders, discard } = await reader.fetch(queryOf({ since: new Date('2026-03-01') }))

  expect(folders[0]).toMatchObject({ messages: [{ uid: 2 }], readUpTo: 3, isAtEnd: true })
  await discard()
})

test('a batch ends after so many messages', async () => {
  for (let count = 0; count < IMAP_LIMITS.batchMessages + 3; count++) addMessage(server, message(`nr ${count}`))
  addMessage(server, message('mine'), 'Sent')

  const { folders, discard } = await reader.fetch(queryOf())

  expect(folders[0]).toMatchObject({ readUpTo: IMAP_LIMITS.batchMessages, isAtEnd: false })
  expect(folders[0]?.messages).toHaveLength(IMAP_LIMITS.batchMessages)
  expect(folders[1]).toMatchObject({ messages: [], readUpTo: 0, isAtEnd: false })
  await discard()
})

test('of a message that is too large the header is fetched', async () => {
  const source = Buffer.concat([Buffer.from(message('huge')), Buffer.alloc(MAIL_LIMITS.messageBytes, 'x')])
  addMessage(server, source)

  const { folders, discard } = await reader.fetch(queryOf())

  const [huge] = folders[0]?.messages ?? []
  expect(huge).toMatchObject({ uid: 1, tooLarge: source.length })
  expect(await readFile(huge?.path ?? '', 'utf8')).toBe('From: bob@example.org\r\nSubject: huge\r\n\r\n')
  await discard()
})

test('a message that disappears in between is passed by', async () => {
  addMessage(server, message('one'))
  addMessage(server, message('two'))
  server.instead = line => {
    if (line.startsWith('UID FETCH') && line.includes('BODY')) server.folders.get('INBOX')?.messages.shift()
    return false
  }

  const { folders, discard } = await reader.fetch(queryOf())

  expect(folders[0]).toMatchObject({ messages: [{ uid: 2 }], readUpTo: 2 })
  await discard()
})

describe('422 with a line for the owner of the account, which holds no password', () => {
  test.each<[string, Partial<ImapQuery>, string]>([
    ['a wrong password', { password: 'guessed' }, 'The mail server 127.0.0.1 refuses the user name or password'],
    ['a port where nothing is', { port: 1 }, 'Nothing answers at 127.0.0.1:1 (ECONNREFUSED)'],
    ['a host that is not there', { host: 'mail.invalid' }, 'Nothing answers at mail.invalid:'],
    ['STARTTLS that is not offered', { security: 'starttls' }, 'The mail server 127.0.0.1 failed'],
    ['TLS where none is spoken', { security: 'tls' }, 'No encrypted connection to 127.0.0.1:'],
  ])('%s', async (_what, more, text) => {
    const error = await reader.fetch(queryOf(more)).catch((error: unknown) => error)

    expect(error).toMatchObject({ code: 'unprocessable', message: expect.stringContaining(text) })
    expect(String(error)).not.toContain('guessed')
  })

  test.each<[string, string]>([
    ['hangs up', ''],
    ['speaks nonsense', '* )))((( {nonsense}\r\n'],
    ['sends a line without end', 'x'.repeat(IMAP_LIMITS.lineBytes + 1_000_000)],
    ['announces a literal of a gigabyte', '* 1 FETCH (BODY[] {1000000000}\r\n'],
  ])('a server that %s', async (_what, said) => {
    addMessage(server, message('one'))
    server.instead = (line, socket) => {
      if (!line.startsWith('UID FETCH')) return false
      socket.end(said)
      return true
    }

    await expect(reader.fetch(queryOf())).rejects.toMatchObject({ code: 'unprocessable' })
  })

  test('private addresses and unusual ports, unless they are allowed', async () => {
    const strict = openImapReader(folder, {
      privateTargets: false,
      resolve: async () => [{ address: '10.0.0.1', family: 4 }],
    })

    for (const host of ['127.0.0.1', '[::1]', 'inside.example'])
      await expect(strict.fetch(queryOf({ host, port: 993 }))).rejects.toMatchObject({
        code: 'unprocessable',
        message: expect.stringContaining('private address'),
      })
    await expect(strict.fetch(queryOf({ host: 'mail.example', port: 22 }))).rejects.toMatchObject({
      code: 'unprocessable',
      message: 'Mail servers are read at the ports 143 and 993, not at 22',
    })
    expect(server.commands).toEqual([])
  })
})
