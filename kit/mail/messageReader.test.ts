import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { describe, expect, test } from 'vitest'
import { packageFolder } from '../files/packageFolder.ts'
import type { openMessageReader, RawMessage } from './messageReader.ts'
import { HEAD, lines, openTestReader } from './testing/messageReading.ts'

const { folder, raws, read } = await openTestReader()

async function compose(message: SendMailOptions): Promise<Buffer> {
  const sent = await createTransport({ streamTransport: true, buffer: true, newline: 'windows' }).sendMail(message)
  return sent.message as Buffer
}

test('everything of an ordinary message arrives, attachments as files', async () => {
  const picture = Buffer.from('89504e470d0a1a0a', 'hex')
  const message = await read(
    await compose({
      from: 'Żaneta Ł. <z@example.org>',
      to: ['Ann <ann@example.org>', 'bob@example.org'],
      cc: 'Carl <carl@example.org>',
      replyTo: 'answers@example.org',
      subject: 'Zażółć gęślą jaźń '.repeat(8).trim(),
      date: new Date('2026-03-01T10:00:00Z'),
      messageId: '<abc@example.org>',
      inReplyTo: '<before@example.org>',
      references: ['<first@example.org>', '<before@example.org>'],
      text: 'Cześć\n.\nbye',
      html: '<p>Cześć <img src="cid:pic"></p>',
      attachments: [
        { filename: 'Umowa – ostateczna.pdf', content: Buffer.alloc(200_000, 7), contentType: 'application/pdf' },
        { filename: 'p.png', content: picture, cid: 'pic' },
      ],
    }),
  )

  expect(message).toMatchObject({
    messageId: '<abc@example.org>',
    inReplyTo: '<before@example.org>',
    references: ['<first@example.org>', '<before@example.org>'],
    subject: 'Zażółć gęślą jaźń '.repeat(8).trim(),
    sentAt: new Date('2026-03-01T10:00:00Z'),
    from: [{ name: 'Żaneta Ł.', address: 'z@example.org' }],
    to: [
      { name: 'Ann', address: 'ann@example.org' },
      { name: '', address: 'bob@example.org' },
    ],
    cc: [{ name: 'Carl', address: 'carl@example.org' }],
    replyTo: [{ name: '', address: 'answers@example.org' }],
    html: '<p>Cześć <img src="cid:pic"></p>',
    defects: [],
  })
  expect(message.text?.trim()).toBe('Cześć\n.\nbye')
  expect(message.digest).toMatch(/^[0-9a-f]{64}$/)
  expect(message.attachments).toMatchObject([
    { filename: 'p.png', contentType: 'image/png', contentId: 'pic', inline: true, size: 8 },
    { filename: 'Umowa – ostateczna.pdf', contentType: 'application/pdf', inline: false, size: 200_000 },
  ])
  const [inline, beside] = message.attachments
  expect(await readFile(inline?.path ?? '')).toEqual(picture)
  expect(await readFile(beside?.path ?? '')).toEqual(Buffer.alloc(200_000, 7))
})

test('groups of addresses are their members, and what is no address is none', async () => {
  const message = await read(
    lines('From: ann@example.org', 'To: Friends: Bob <bob@example.org>, carl@example.org;, nobody', '', 'text'),
  )

  expect(message.to.map(party => party.address)).toEqual(['bob@example.org', 'carl@example.org'])
})

test('a message inside a message stays a file', async () => {
  const inner = lines('From: eve@example.org', 'Subject: Inner', '', 'inner text')
  const message = await read(
    lines(
      ...HEAD,
      'Content-Type: multipart/mixed; boundary=x',
      '',
      '--x',
      '',
      'outer text',
      '--x',
      'Content-Type: message/rfc822',
      '',
      `${inner}--x--`,
    ),
  )

  expect(message.text?.trim()).toBe('outer text')
  expect(message.attachments).toMatchObject([{ contentType: 'message/rfc822' }])
  expect(await readFile(message.attachments[0]?.path ?? '', 'utf8')).toContain('inner text')
})

describe('what is wrong is read as well as it can be, and noted', () => {
  test.each([
    ['nothing at all', '', { subject: '', text: null, from: [] }, /who sent it/],
    ['no header', '\r\njust text\r\n', { text: 'just text\n' }, /who sent it/],
    ['binary noise', Buffer.from('00ff80c3280d0a0d0a00ff80c328', 'hex'), {}, /who sent it|taken apart/],
    ['a date nobody can read', lines(...HEAD, 'Date: soon', '', 'x'), { sentAt: null }, /date/],
    [
      'a date before mail was there',
      lines(...HEAD, 'Date: 1 Jan 1820 00:00:00 GMT', '', 'x'),
      { sentAt: null },
      /date/,
    ],
    [
      'a charset that does not exist',
      lines(...HEAD, 'Content-Type: text/plain; charset=x-klingon', '', 'caf\xe9'),
      { text: 'caf\ufffd\n' },
      /charset/,
    ],
    [
      'bytes that are not of the charset',
      lines(...HEAD, 'Content-Type: text/plain; charset=utf-8', '', 'caf\xe9'),
      { text: 'caf\ufffd\n' },
      /charset/,
    ],
  ])('%s', async (_what, source, expected, defect) => {
    const message = await read(source)

    expect(message).toMatchObject(expected)
    expect(message.defects.join(' ')).toMatch(defect)
  })

  test('older charsets are read', async () => {
    const message = await read(
      lines(
        'From: =?iso-8859-2?Q?=AEofia?= <z@example.org>',
        'Subject: =?koi8-r?B?8NLJ18XU?=',
        'Content-Type: text/plain; charset=windows-1250',
        '',
        '\x8alechta',
      ),
    )

    expect(message.from[0]?.name).toBe('Žofia')
    expect(message.subject).toBe('Привет')
    expect(message.text?.trim()).toBe('Šlechta')
    expect(message.defects).toEqual([])
  })

  test('zero characters and half pairs never get out, line breaks do not get into the subject', async () => {
    const message = await read(
      lines(
        'From: "a\0b" <ann@example.org>',
        'Subject: =?utf-8?Q?a=00b=0D=0Ac=ED=A0=80?=',
        'Content-Type: text/plain; charset=utf-16le',
        '',
        'a\0\x00\xd8b\0',
      ),
    )

    const { text, subject, from } = message
    expect(JSON.stringify({ text, subject, from })).not.toMatch(/\\u0000|\\ud800|[\r\n]/)
    expect(subject).toMatch(/^ab {1,2}c/)
  })

  test('an attachment that breaks off, an encoding of no name and a boundary that never closes', async () => {
    const message = await read(
      lines(
        ...HEAD,
        'Content-Type: multipart/mixed; boundary="x',
        '',
        '--x',
        'Content-Transfer-Encoding: rot13',
        '',
        'text',
        '--x',
        'Content-Disposition: attachment; filename="../../etc/passwd"',
        'Content-Transfer-Encoding: base64',
        '',
        'aGVsbG8gd29yb',
      ),
    )

    expect(message.subject).toBe('Hello')
    expect(JSON.stringify([message.text, message.attachments])).toMatch(/text|aGVs|hello/)
    for (const { path } of message.attachments) expect(path.startsWith(folder)).toBe(true)
  })
})

test('no change of bytes makes reading fail', async () => {
  const whole = await compose({
    from: 'Ann <ann@example.org>',
    to: 'acme@crm.example',
    subject: 'Zażółć',
    text: 'text ż',
    html: '<p>text</p>',
    attachments: [{ filename: 'ż.bin', content: Buffer.alloc(300, 9) }],
  })
  const piece = fc.record({ at: fc.nat(whole.length), length: fc.nat(60), bytes: fc.uint8Array({ maxLength: 40 }) })

  await fc.assert(
    fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 8 }), async pieces => {
      let source = whole
      for (const { at, length, bytes } of pieces)
        source = Buffer.concat([source.subarray(0, at), bytes, source.subarray(at + length)])

      const message = await read(source)

      expect(message.digest).toHaveLength(64)
      expect(JSON.stringify(message)).not.toMatch(/\\u0000|\\ud[89a-f]/)
    }),
    { numRuns: 150 },
  )
})

test('the compiled reader works in a thread, which tells a disk that fails from a message that cannot be read', async () => {
  const compiled = packageFolder(import.meta.url, 'dist', 'mail', 'messageReader.js')
  if (!existsSync(compiled)) throw new Error('not built: npm run build')
  const { openMessageReader: open } = (await import(pathToFileURL(compiled).href)) as {
    openMessageReader: typeof openMessageReader
  }
  const threaded = await open(folder)
  try {
    const message = await read(lines(...HEAD, '', 'in a thread'), threaded)
    expect(message).toMatchObject({ subject: 'Hello', text: 'in a thread\n', defects: [] })

    const [raw] = raws
    await rm(raw?.path ?? '')
    await expect(threaded.read(raw as RawMessage)).rejects.toMatchObject({ code: 'unavailable' })
  } finally {
    await threaded.close()
  }
})
