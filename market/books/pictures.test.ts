import { newFileKey } from '@portico/kit/files/fileKey'
import type { FileStore } from '@portico/kit/files/fileStore'
import { describe, expect, test } from 'vitest'
import { openServices } from '../openServices.ts'
import { askPage } from '../testing/askPage.ts'
import { post } from '../testing/books.ts'
import { letDaysPass } from '../testing/clock.ts'
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
    await expect(storePictures(services, anna.id, id, { fields: {}, files: [uploaded], refused: [] })).rejects.toThrow(
      'disk',
    )

    expect(await keysIn(files)).toEqual(before)
  })
})

describe('pictures of a form that is refused', () => {
  async function sendForm(path: string, text: Record<string, string>, files: [string, Uint8Array<ArrayBuffer>][]) {
    const form = new FormData()
    for (const [name, value] of Object.entries(text)) form.set(name, value)
    for (const [name, bytes] of files) form.append('pictures', new Blob([bytes]), name)
    const response = await askPage(market, path, { member: anna, form })
    return { status: response.status, location: response.headers.get('location') ?? '', html: await response.text() }
  }

  const text = { name: 'Kept', edition: '1', course: 'KPT 1', condition: 'Good' }
  const keptIn = (html: string) => [...html.matchAll(/name="(keep-[0-9a-f]{32})"/g)].map(([, name = '']) => name)
  const picturesOf = async (id: string) => (await market.get(`/books/getBook/${id}`, anna)).data.book.pictures

  test('stay, and are those of the book once it is sent again', async () => {
    const picture = new Uint8Array(await aPicture())

    const refused = await sendForm('/sell', { ...text, price: 'much' }, [
      ['front.jpg', picture],
      ['back.jpg', picture],
    ])
    const [front = '', back = ''] = keptIn(refused.html)
    const again = await sendForm('/sell', { ...text, price: '20', [front]: 'true' }, [['spine.jpg', picture]])

    expect(refused.status).toBe(400)
    expect(refused.html).toMatch(/front\.jpg.*back\.jpg/s)
    expect(back).not.toBe('')
    const id = again.location.match(/books\/(\w+)/)?.[1] ?? ''
    const pictures = await picturesOf(id)
    expect(pictures).toHaveLength(2)
    expect(pictures[0]).toBe(`/market/pictures/${front.slice('keep-'.length)}`)
  })

  test('the good ones stay when a sixth, a too large one and a text come along, and the bad ones are named', async () => {
    const picture = new Uint8Array(await aPicture())
    const large = new Uint8Array(12_000_001)
    const files: [string, Uint8Array<ArrayBuffer>][] = [
      ['1.jpg', picture],
      ['huge.jpg', large],
      ['notes.txt', new TextEncoder().encode('not a picture')],
      ['2.jpg', picture],
      ['3.jpg', picture],
      ['sixth.jpg', picture],
    ]

    const { status, html } = await sendForm('/sell', { ...text, price: '20' }, files)

    expect(status).toBe(400)
    expect(html).toContain('Your book is on sale. Not all pictures could be taken.')
    expect(html).toMatch(/sixth\.jpg: a book has at most 5 pictures/)
    expect(html).toMatch(/huge\.jpg is larger than 12 MB/)
    expect(html).toMatch(/notes\.txt: /)
    const id = html.match(/books\/(\w+)\/edit/)?.[1] ?? ''
    expect(await picturesOf(id)).toHaveLength(3)
  })

  test('of somebody else are not taken, and those nobody sends again go after a day', async () => {
    const picture = new Uint8Array(await aPicture())
    const refused = await sendForm('/sell', { ...text, price: '' }, [['front.jpg', picture]])
    const [front = ''] = keptIn(refused.html)

    const form = new FormData()
    for (const [name, value] of Object.entries({ ...text, price: '9', [front]: 'true' })) form.set(name, value)
    const stolen = await askPage(market, '/sell', { member: ben, form })
    const id = stolen.headers.get('location')?.match(/books\/(\w+)/)?.[1] ?? ''
    letDaysPass(market, 1, 1)
    await market.task('market:daily')

    expect((await market.get(`/books/getBook/${id}`, ben)).data.book.pictures).toEqual([])
    const [left] = await market.sql`select count(*)::integer as count from market.picture_draft`
    expect(left?.count).toBe(0)
  })
})
