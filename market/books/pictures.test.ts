import { newFileKey } from '@portico/kit/files/fileKey'
import type { FileStore } from '@portico/kit/files/fileStore'
import { describe, expect, test } from 'vitest'
import { openServices } from '../openServices.ts'
import { post } from '../testing/books.ts'
import { ORIGIN } from '../testing/openTestMarket.ts'
import { aPicture } from '../testing/picture.ts'
import { startTestMarket } from '../testing/startTestMarket.ts'
import { storePictures } from './pictures.ts'

const market = await startTestMarket()
const anna = await market.member({ firstName: 'Anna' })
const ben = await market.member({ firstName: 'Ben' })

describe('pictures', () => {
  async function keysIn(files: FileStore): Promise<string[]> {
    const keys: string[] = []
    for await (const file of files.list()) keys.push(file.key)
    return keys
  }

  async function upload(bookID: string, files: [string, Uint8Array<ArrayBuffer>][], member = anna) {
    const form = new FormData()
    form.set('bookID', bookID)
    for (const [name, bytes] of files) form.append('pictures', new Blob([bytes]), name)
    return market.call('POST', '/books/addPictures', { token: member.token, body: form })
  }

  test('are re-encoded in two sizes without metadata', async () => {
    const id = await post(market, anna)
    const original = new Uint8Array(await aPicture())

    const reply = await upload(id, [['a.jpg', original]])
    const [url] = reply.data.book.pictures
    const [large, small] = [
      await market.fetch(new Request(ORIGIN + url)),
      await market.fetch(new Request(`${ORIGIN}${url}/small`)),
    ]

    expect(Buffer.from(original).includes('Exif')).toBe(true)
    for (const response of [large, small]) {
      const bytes = Buffer.from(await response.arrayBuffer())
      expect(response.headers.get('content-type')).toBe('image/jpeg')
      expect(response.headers.get('cache-control')).toContain('immutable')
      expect(bytes.includes('Exif')).toBe(false)
    }
    const removed = await market.call('POST', '/books/removePicture', {
      token: anna.token,
      body: { bookID: id, picture: url },
    })
    expect(removed.data.book.pictures).toEqual([])
  })

  test('refused: a sixth one, a text, a damaged one, and those for the book of somebody else', async () => {
    const id = await post(market, anna)
    const picture = new Uint8Array(await aPicture())
    const five = Array.from({ length: 5 }, (_, at): [string, Uint8Array<ArrayBuffer>] => [`${at}.jpg`, picture])

    const foreign = await upload(id, [['a.jpg', picture]], ben)
    const text = await upload(id, [['a.jpg', new TextEncoder().encode('not a picture')]])
    const damaged = await upload(id, [['a.jpg', picture.slice(0, 400)]])
    const all = await upload(id, five)
    const sixth = await upload(id, [['6.jpg', picture]])

    expect([foreign.status, text.status, damaged.status, all.status, sixth.status]).toEqual([404, 415, 400, 200, 409])
    expect(all.data.book.pictures).toHaveLength(5)
    const left = await keysIn(market.options.files)
    expect(left.filter(key => !key.startsWith('market/'))).toEqual([])
    expect(left).toHaveLength(12)
  })

  test('of a deleted book are gone from the export too', async () => {
    const id = await post(market, anna, { name: 'Soon gone' })
    await upload(id, [['a.jpg', new Uint8Array(await aPicture())]])

    await market.call('POST', '/books/deleteBook', { token: anna.token, body: { bookID: id } })

    const { data } = await market.call('GET', '/user/exportData', { token: anna.token })
    expect(data.posts.find((one: { _id: string }) => one._id === id)).toMatchObject({ pictures: [] })
  })

  test('leave nothing behind when the store fails half-way', async () => {
    const id = await post(market, anna)
    const { files } = market.options
    const put: typeof files.put = (key, stream, options) =>
      key.endsWith('-small') ? Promise.reject(new Error('the disk is full')) : files.put(key, stream, options)
    const key = newFileKey()
    await files.put(key, new Blob([new Uint8Array(await aPicture())]).stream(), { limit: 1_000_000 })
    const before = await keysIn(files)

    const services = openServices({ ...market.options, files: { ...files, put } })
    const uploaded = { field: 'pictures', name: 'a.jpg', type: 'image/jpeg', size: 1, sha256: '', key }
    await expect(storePictures(services, anna.id, id, { fields: {}, files: [uploaded] })).rejects.toThrow('disk')

    expect(await keysIn(files)).toEqual(before)
  })
})
