import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { failure } from '../api/failure.ts'
import type { Message } from './message.ts'
import { messageIdFor } from './messageId.ts'
import { openMail } from './openMail.ts'
import { parseEml } from './parseEml.ts'
import { readNewestMail, readOutbox } from './readOutbox.ts'
import { aMessage, FROM } from './testing/aMessage.ts'

let directory: string
let outbox: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'portico-mail-'))
  outbox = join(directory, 'outbox')
})

afterEach(() => rm(directory, { recursive: true }))

describe('without SMTP_URL', () => {
  test('a message becomes a file that reads back the same', async () => {
    const mail = openMail({ from: FROM, outbox })
    const text = `Cześć Ann,\n\nconfirm here: https://portico.example/confirm?token=${'x'.repeat(100)}&a=1=2\n\n.\nbye`

    await mail.send(aMessage({ subject: 'Potwierdź konto – zażółć gęślą jaźń '.repeat(3).trim(), text }))

    const read = await readNewestMail(outbox)
    expect(read).toMatchObject({
      to: 'ann@example.org',
      from: 'Portico Książki <mail@portico.example>',
      subject: 'Potwierdź konto – zażółć gęślą jaźń '.repeat(3).trim(),
      text,
      links: [`https://portico.example/confirm?token=${'x'.repeat(100)}&a=1=2`],
    })
  })

  test('a message with HTML carries both', async () => {
    const mail = openMail({ from: FROM, outbox })

    await mail.send(aMessage({ text: 'Plain żółw', html: '<p>Rich żółw</p>' }))

    const read = await readNewestMail(outbox)
    expect(read?.text).toBe('Plain żółw')
    const raw = await readFile(read?.file ?? '', 'latin1')
    expect(raw).toContain('multipart/alternative')
    expect(raw).toContain('text/html')
  })

  test('lines end as mail wants them and the file is for its owner only', async () => {
    await openMail({ from: FROM, outbox }).send(aMessage({ text: 'one\ntwo' }))

    const { file = '' } = (await readNewestMail(outbox)) ?? {}
    expect((await readFile(file, 'latin1')).replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  test('files sort by time, also within the same moment', async () => {
    let time = Date.parse('2026-03-01T10:00:00.000Z')
    const mail = openMail({ from: FROM, outbox, now: () => new Date(time) })

    for (const subject of ['first', 'second', 'third']) await mail.send(aMessage({ subject }))
    time += 1
    await mail.send(aMessage({ subject: 'fourth' }))

    expect((await readOutbox(outbox)).map(message => message.subject)).toEqual(['first', 'second', 'third', 'fourth'])
    expect((await readdir(outbox)).sort()[0]).toMatch(/^20260301T100000\.000Z-000000-[0-9a-f]{8}\.eml$/)
  })

  test('the newest to one recipient', async () => {
    const mail = openMail({ from: FROM, outbox })
    await mail.send(aMessage({ to: 'ann@example.org', subject: 'to Ann' }))
    await mail.send(aMessage({ to: 'bob@example.org', subject: 'to Bob' }))

    expect(await readNewestMail(outbox, 'ann@example.org')).toMatchObject({ subject: 'to Ann' })
    expect(await readNewestMail(outbox, 'eve@example.org')).toBeUndefined()
  })

  test('the log says so once', async () => {
    const lines: string[] = []
    const mail = openMail({ from: FROM, outbox, log: line => lines.push(line) })

    await mail.send(aMessage())
    await mail.send(aMessage())

    expect(lines).toEqual([`No SMTP_URL is set: mail is not sent but written to ${outbox}`])
  })

  test('a job that runs twice sends the same message id', async () => {
    const mail = openMail({ from: FROM, outbox })
    const messageId = messageIdFor('confirm/17', FROM)

    await mail.send(aMessage({ messageId }))
    await mail.send(aMessage({ messageId }))
    await mail.send(aMessage({ messageId: messageIdFor('confirm/18', FROM) }))

    const ids = (await readOutbox(outbox)).map(message => message.messageId)
    expect(ids[0]).toMatch(/^<[0-9a-f]{40}@portico\.example>$/)
    expect(ids[1]).toBe(ids[0])
    expect(ids[2]).not.toBe(ids[0])
  })

  test('an empty SMTP_URL is none', () => {
    expect(openMail({ smtpUrl: '', from: FROM, outbox }).place).toBe(outbox)
  })

  test('the check writes nothing that stays', async () => {
    await openMail({ from: FROM, outbox }).check()

    expect(await readdir(outbox)).toEqual([])
  })

  test('503 and one clear line when the outbox cannot be written', async () => {
    await writeFile(outbox, 'a file in the way')
    const mail = openMail({ from: FROM, outbox })

    const line = `Mail cannot be written to ${outbox} (EEXIST)`
    await expect(mail.send(aMessage())).rejects.toMatchObject({ code: 'unavailable', message: line })
    await expect(mail.check()).rejects.toMatchObject({ code: 'unavailable', message: line })
  })
})

const attachment = (name: string, type = 'text/plain') => ({ name, type, open: async () => new Blob(['x']).stream() })

test('nothing is written when an attachment cannot be read to its end', async () => {
  const gone = failure('unavailable', 'The disk is gone')
  const broken = new ReadableStream<Uint8Array>({
    start: controller => controller.enqueue(new Uint8Array(100_000)),
    pull: controller => controller.error(gone),
  })
  const mail = openMail({ from: FROM, outbox })

  for (const open of [async () => broken, () => Promise.reject(gone)]) {
    const sending = mail.send(aMessage({ attachments: [attachment('a.txt'), { ...attachment('big.bin'), open }] }))

    await expect(sending).rejects.toMatchObject({ code: 'unavailable', message: 'The disk is gone' })
  }
  expect(await readdir(outbox)).toEqual([])
})

describe('refuses', () => {
  test.each<[string, Partial<Message>]>([
    ['a line break in the recipient', { to: 'ann@example.org\r\nBcc: eve@example.org' }],
    ['two recipients', { to: 'ann@example.org, eve@example.org' }],
    ['a recipient with a name', { to: 'Ann <ann@example.org>' }],
    ['no recipient', { to: '' }],
    ['nobody at all', { to: [] }],
    ['a recipient that is a list', { to: [{ name: '', address: 'ann@example.org, eve@example.org' }] }],
    ['a line break in a name', { to: [{ name: 'Ann\r\nBcc: eve@example.org', address: 'ann@example.org' }] }],
    ['a copy to no address', { cc: [{ name: '', address: 'eve' }] }],
    ['a blind copy to no address', { bcc: [{ name: '', address: 'eve' }] }],
    ['answers to no address', { replyTo: [{ name: '', address: 'eve' }] }],
    ['a line break in the name of the sender', { fromName: 'Olga\nBcc: eve@example.org' }],
    ['a line break in the subject', { subject: 'Hello\r\nBcc: eve@example.org' }],
    ['a bare line feed in the subject', { subject: 'Hello\nBcc: eve@example.org' }],
    ['an endless subject', { subject: 'x'.repeat(501) }],
    ['a line break in a header', { headers: { 'X-Job': '1\r\nBcc: eve@example.org' } }],
    ['a header name with more in it', { headers: { 'X-Job: 1\r\nBcc': 'eve@example.org' } }],
    ['a header that adds a recipient', { headers: { Bcc: 'eve@example.org' } }],
    ['a header that changes the packing', { headers: { 'Content-Type': 'text/html' } }],
    ['a message id with a line break', { messageId: '<a@b>\r\nBcc: eve@example.org' }],
    ['a message id without brackets', { messageId: 'a@b' }],
    ['a line break in the name of an attachment', { attachments: [attachment('a\r\nBcc: eve@example.org')] }],
    ['a line break in the type of an attachment', { attachments: [attachment('a', 'text/x\r\nBcc: eve')] }],
  ])('400 for %s', async (_what, wrong) => {
    const mail = openMail({ from: FROM, outbox })

    await expect(mail.send(aMessage(wrong))).rejects.toMatchObject({ code: 'invalid', status: 400 })
    expect(await readOutbox(outbox)).toEqual([])
  })

  test('a body cannot become a header', async () => {
    const mail = openMail({ from: FROM, outbox })

    await mail.send(aMessage({ text: '\r\n\r\nBcc: eve@example.org\r\n\r\nhello' }))

    const { file = '' } = (await readNewestMail(outbox)) ?? {}
    expect([...parseEml(await readFile(file)).headers.keys()]).not.toContain('bcc')
  })

  test.each(['http://host', 'smtp://', 'host:25'])('400 for the mail server %j', smtpUrl => {
    expect(() => openMail({ smtpUrl, from: FROM, outbox })).toThrow('SMTP_URL must read smtp://')
  })
})
