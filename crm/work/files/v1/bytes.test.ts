import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { aDeal } from '../../../testing/builders.ts'
import { fileCalls } from '../../../testing/fileCalls.ts'
import { heldBack } from '../../../testing/heldBack.ts'
import { startTestCrm } from '../../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const { upload, aFile, download, keysInStore, allJobsDone } = fileCalls(crm)

describe('the bytes', () => {
  test('come back as they were sent, with a name to save them under, and never run', async () => {
    const bytes = randomBytes(300_000)
    const { body } = await upload(bytes, {}, { name: 'noise.bin' })

    const response = await download(body.data.id)

    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': '300000',
      'content-disposition': `attachment; filename="noise.bin"; filename*=UTF-8''noise.bin`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    })
  })

  test('HEAD tells about them alone', async () => {
    const { id } = await aFile()

    const response = await fetch(`${crm.origin}/v1/files/${id}/download`, {
      method: 'HEAD',
      headers: { 'x-api-token': crm.owner.token },
    })

    expect(response.status).toBe(200)
    expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength('Zażółć gęślą jaźń')))
    expect(await response.text()).toBe('')
  })

  test.each([
    ['a page', '<!doctype html><script>alert(1)</script>', 'x.html', 'text/plain; charset=utf-8', 'text'],
    ['a drawing', '<svg onload="alert(1)">', 'x.svg', 'text/plain; charset=utf-8', 'text'],
    ['a picture', Buffer.from('89504e470d0a1a0a0000', 'hex'), 'x.txt', 'image/png', 'img'],
    ['a document', '%PDF-1.7 …', 'x', 'application/pdf', 'pdf'],
    ['nothing', '', 'empty', 'application/octet-stream', 'file'],
  ])('are what they are, not what their name says: %s', async (_, content, name, type, kind) => {
    const { body } = await upload(content, {}, { name })

    expect(body.data).toMatchObject({ file_type: kind, file_name: name, file_size: Buffer.byteLength(content) })
    const response = await download(body.data.id)
    expect(response.headers.get('content-type')).toBe(type)
    expect(response.headers.get('content-disposition')).toContain('attachment')
    await response.body?.cancel()
  })

  test.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\evil\\run.exe', 'run.exe'],
    // fetch writes quotes into forms like this, as browsers do.
    ['a"; filename="b.html', 'a%22; filename=%22b.html'],
    ['photo\u202egpj.exe', 'photogpj.exe'],
    ['zażółć 見積 😀.pdf', 'zażółć 見積 😀.pdf'],
    ['.htaccess', 'htaccess'],
    ["'; drop table crm.file; --.txt", "'; drop table crm.file; --.txt"],
    [`${'x'.repeat(500)}.txt`, `${'x'.repeat(196)}.txt`],
  ])('keep a hostile name out: %j', async (name, kept) => {
    const { status, body } = await upload('x', {}, { name })

    expect(status).toBe(200)
    expect(body.data).toMatchObject({ name: kept, file_name: kept })
    const response = await download(body.data.id)
    expect(response.headers.get('content-disposition')).toContain(
      `filename*=UTF-8''${encodeURIComponent(kept).replace(/['()*!]/g, c => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)}`,
    )
    expect(await response.text()).toBe('x')
  })

  test('are saved under the new name with the old ending', async () => {
    const { id } = await aFile()
    await crm.owner.call('PUT', `/v1/files/${id}`, { name: 'Offer 3/4\u202e' })

    const response = await download(id)

    expect(response.headers.get('content-disposition')).toContain(`filename="Offer 3_4.txt"`)
    expect((await crm.owner.call('GET', `/v1/files/${id}`)).body.data.name).toBe('Offer 3/4')
    await response.body?.cancel()
  })

  test('of two uploads at once stay apart, and both are counted', async () => {
    const { id: deal } = await aDeal(crm.owner)
    const contents = Array.from({ length: 8 }, (_, n) => randomBytes(200_000 + n))

    const sent = await Promise.all(contents.map(content => upload(content, { deal_id: deal })))

    expect(sent.map(reply => reply.status)).toEqual(contents.map(() => 200))
    for (const [at, { body }] of sent.entries()) {
      const bytes = Buffer.from(await (await download(body.data.id)).arrayBuffer())
      expect(digest(bytes)).toBe(digest(contents[at] ?? Buffer.alloc(0)))
    }
    expect((await crm.owner.call('GET', `/v1/deals/${deal}`)).body.data.files_count).toBe(8)
  })

  test('that the store has lost are a 503, not an empty file', async () => {
    const { id } = await aFile()
    const [row] = await crm.sql`select file_key from crm.file where id = ${id}`
    await crm.files.remove(row?.file_key)

    const response = await download(id)

    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ success: false, errorCode: 503 })
  })
})

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

describe('Idempotency-Key', () => {
  const keyed = (key: string) => ({ headers: { 'idempotency-key': key } })

  test('the same key and bytes get the first answer, and the bytes are kept once', async () => {
    const { id: deal_id } = await aDeal(crm.owner)
    const first = await upload('once', { deal_id }, keyed('upload'))
    await allJobsDone()
    const keys = await keysInStore()

    const second = await upload('once', { deal_id }, keyed('upload'))
    await allJobsDone()

    expect(second.status).toBe(200)
    expect(second.body).toEqual(first.body)
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(await keysInStore()).toEqual(keys)
    expect((await crm.owner.call('GET', `/v1/deals/${deal_id}`)).body.data.files_count).toBe(1)
    expect(await (await download(first.body.data.id)).text()).toBe('once')
  })

  test('409 for the same key with other bytes, another name or another record', async () => {
    const { id: deal_id } = await aDeal(crm.owner)
    await upload('one', { deal_id }, keyed('mistake'))

    const replies = [
      await upload('two', { deal_id }, keyed('mistake')),
      await upload('one', {}, keyed('mistake')),
      await upload('one', { deal_id }, { ...keyed('mistake'), name: 'other.txt' }),
    ]

    expect(replies.map(({ status, body }) => [status, body.field])).toEqual(replies.map(() => [409, 'idempotency-key']))
    expect((await crm.owner.call('GET', `/v1/deals/${deal_id}/files`)).body.data).toHaveLength(1)
  })

  test('five at once with one key make one file', async () => {
    const { id: deal_id } = await aDeal(crm.owner)

    const replies = await heldBack(crm, 'lock table crm.file in share mode', () =>
      [1, 2, 3, 4, 5].map(() => upload('same', { deal_id }, keyed('race'))),
    )

    expect(new Set(replies.map(({ body }) => body.data.id)).size).toBe(1)
    expect((await crm.owner.call('GET', `/v1/deals/${deal_id}/files`)).body.data).toHaveLength(1)
    await allJobsDone()
    expect(await crm.sql`select * from crm.upload`).toEqual([])
  })
})
