import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { MAIL_LIMITS } from './mailLimits.ts'
import { HEAD, lines, openTestReader } from './testing/messageReading.ts'

const { folder, reader, read } = await openTestReader()

describe('what goes beyond a limit is kept as it came, with what its header says', () => {
  const part = lines('--x', 'Content-Disposition: attachment; filename=a.txt', '', 'a')
  const mixed = [...HEAD, 'Content-Type: multipart/mixed; boundary=x', '']
  const nested = Array.from({ length: MAIL_LIMITS.parts + 1 }, (_, level) =>
    lines(`--b${level}`, `Content-Type: multipart/mixed; boundary=b${level + 1}`, ''),
  )
  test.each([
    ['too many attachments', lines(...mixed, part.repeat(MAIL_LIMITS.attachments + 1))],
    ['too many parts', lines(...mixed, lines('--x', '', 'a').repeat(MAIL_LIMITS.parts + 1))],
    ['too many levels', lines(...HEAD, 'Content-Type: multipart/mixed; boundary=b0', '', nested.join(''))],
    ['a header without end', lines(...HEAD, `X-Long: ${'x'.repeat(MAIL_LIMITS.headerBytes)}`, '', 'text')],
    ['a header of a part without end', lines(...mixed, '--x', `X: ${'x'.repeat(MAIL_LIMITS.headerBytes)}`, '', 'a')],
  ])('%s', async (_what, source) => {
    const message = await read(source)

    expect(message).toMatchObject({
      messageId: '<1@example.org>',
      subject: 'Hello',
      from: [{ name: 'Ann', address: 'ann@example.org' }],
      text: null,
      attachments: [{ filename: 'message.eml', contentType: 'message/rfc822', size: source.length }],
    })
    expect(message.defects.join(' ')).toMatch(/could not be taken apart/)
    expect(await readFile(message.attachments[0]?.path ?? '', 'latin1')).toBe(source)
  })

  test('a text without end is cut, and the source kept beside it', async () => {
    const source = lines(...HEAD, '', 'word '.repeat(MAIL_LIMITS.bodyCharacters / 4))

    const message = await read(source)

    expect(message.text).toHaveLength(MAIL_LIMITS.bodyCharacters)
    expect(message.attachments).toMatchObject([{ filename: 'message.eml', size: source.length }])
    expect(message.defects.join(' ')).toMatch(/cut/)
  })

  test('lists in the header are cut', async () => {
    const many = (count: number, give: (index: number) => string, by: string) =>
      Array.from({ length: count }, (_, index) => give(index)).join(by)
    const message = await read(
      lines(
        'From: ann@example.org',
        `To: ${many(1000, index => `p${index}@example.org`, ',\r\n ')}`,
        `References: ${many(1000, index => `<${index}@example.org>`, '\r\n ')}`,
        `Subject: ${'long '.repeat(1000)}`,
        '',
        'x',
      ),
    )

    expect(message.to).toHaveLength(MAIL_LIMITS.addresses)
    expect(message.references).toHaveLength(MAIL_LIMITS.references)
    expect([message.references.at(0), message.references.at(-1)]).toEqual(['<0@example.org>', '<999@example.org>'])
    expect(message.subject.length).toBeLessThanOrEqual(MAIL_LIMITS.lineCharacters)
    expect(message.defects.join(' ')).toMatch(/addresses in to/)
  })

  test('413 for a message that is too large, and nothing of it stays', async () => {
    async function* endless() {
      for (;;) yield Buffer.alloc(1_000_000, 'x')
    }

    await expect(reader.receive(endless())).rejects.toMatchObject({ code: 'too_large' })

    expect(await readdir(folder)).toEqual([])
  })
})
