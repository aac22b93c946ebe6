import { hashPassword } from '@portico/kit/access/password'
import { newFileKey } from '@portico/kit/files/fileKey'
import type { FileStore } from '@portico/kit/files/fileStore'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storePictures } from '../books/pictures.ts'
import { openServices } from '../openServices.ts'
import { askPage } from '../testing/askPage.ts'
import { type Member, ORIGIN, openTestMarket, post, type TestMarket } from '../testing/openTestMarket.ts'
import { aPicture } from '../testing/picture.ts'

let market: TestMarket
let anna: Member
let ben: Member

beforeAll(async () => {
  market = await openTestMarket()
  anna = await market.member({ firstName: 'Anna' })
  ben = await market.member({ firstName: 'Ben' })
})
afterAll(() => market.close())

const ask = (path: string, call: Parameters<typeof askPage>[2] = {}) => askPage(market, path, call)

describe('safety', () => {
  test('every page forbids foreign scripts, frames and guessing of types', async () => {
    const response = await ask('')

    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(response.headers.get('content-security-policy')).not.toContain('unsafe')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    const html = await response.text()
    expect(html).not.toMatch(/ style=| on\w+=|<script>|<style>/)
  })

  test('403 for a form sent from elsewhere, and nothing happens', async () => {
    const body = { name: 'Planted', course: '', ISBN: '' }
    const foreign = await ask('/requests', { member: anna, form: body, headers: { origin: 'https://evil.example' } })
    const opaque = await ask('/requests', { member: anna, form: body, headers: { origin: 'null' } })
    const silent = await market.fetch(
      new Request(`${ORIGIN}/market/requests`, {
        method: 'POST',
        body: new URLSearchParams(body),
        headers: { cookie: `market_session=${anna.token}`, 'sec-fetch-site': 'cross-site' },
      }),
    )

    expect([foreign.status, opaque.status, silent.status]).toEqual([403, 403, 403])
    const [row] = await market.sql`select count(*)::int from market.request where name = 'Planted'`
    expect(row?.count).toBe(0)
  })

  test('413 for a form that is too large, as soon as too much has come, whatever was promised', async () => {
    let sent = 0
    const endless = new ReadableStream({
      pull(controller) {
        sent += 10_000
        controller.enqueue(new Uint8Array(10_000).fill(97))
      },
    })

    const login = await market.fetch(
      new Request(`${ORIGIN}/market/login`, {
        method: 'POST',
        body: endless,
        duplex: 'half',
        headers: { origin: ORIGIN, 'content-type': 'application/x-www-form-urlencoded' },
      } as RequestInit),
    )

    expect([login.status, login.headers.get('content-type')]).toEqual([413, 'text/html; charset=utf-8'])
    expect(sent).toBeLessThan(150_000)
  })

  test('400 for a form of more than 1,000 fields', async () => {
    const fields = Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`field${at}`, '']))

    expect((await ask('/login', { form: fields })).status).toBe(400)
  })

  test('400 for characters that cannot be stored, in a search and in a form', async () => {
    const search = await ask('?q=a%00b')
    const form = await ask('/requests', { member: anna, form: { name: 'a\0b', course: '', ISBN: '' } })

    expect([search.status, form.status]).toEqual([400, 400])
    expect(await form.text()).toContain('characters that cannot be stored')
  })

  test('a picture larger than other bodies may be is taken by the pages that declare it, in full by the listener', async () => {
    const listening = await market.listen()
    const send = (path: string) =>
      fetch(`http://127.0.0.1:${listening.port}/market${path}`, {
        method: 'POST',
        body: new Blob([new Uint8Array(3_000_000)]).stream(),
        duplex: 'half',
        headers: {
          cookie: `market_session=${anna.token}`,
          origin: ORIGIN,
          'content-type': 'multipart/form-data; boundary=none',
        },
      } as RequestInit)

    const [declared, other] = [await send('/sell'), await send('/cart/add')]

    expect([declared.status, await declared.text()]).toEqual([400, expect.stringContaining('cut off or malformed')])
    expect(other.status).toBe(413)
    await listening.stop()
  })

  test('the session cookie is for the server alone, and the API does not take it', async () => {
    const hash = await hashPassword('a long enough password')
    await market.sql`update market.account set password_hash = ${hash} where id = ${ben.id}`

    const response = await ask('/login', {
      form: { emailAddress: ben.email, password: 'a long enough password', next: 'https://evil.example' },
    })
    const cookie = response.headers.get('set-cookie') ?? ''
    const api = await market.fetch(
      new Request(`${ORIGIN}/api/user/getUserData`, { headers: { cookie: cookie.split(';')[0] ?? '' } }),
    )

    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe('/market')
    expect(cookie).toMatch(/HttpOnly; SameSite=Lax$/)
    expect(cookie).toContain('Path=/market')
    expect(api.status).toBe(401)
  })

  test.each([
    '//evil.example',
    '/\\evil.example',
    '/marketevil',
    'javascript:alert(1)',
    '/market//evil',
    '/api/auth',
  ])('after log-in nobody is led to %s', async next => {
    const form = { emailAddress: ben.email, password: 'a long enough password', next }

    expect((await ask('/login', { form })).headers.get('location')).toBe('/market')
  })

  test.each([
    ['/market?q=日本', '/market?q=%E6%97%A5%E6%9C%AC'],
    ['/market/posts\r\nset-cookie: a=b', '/market/postsset-cookie:%20a=b'],
    ['/market/../api/auth', '/market'],
  ])('after log-in %j is an address', async (next, location) => {
    const form = { emailAddress: ben.email, password: 'a long enough password', next }

    const response = await ask('/login', { form })

    expect([response.status, response.headers.get('location')]).toEqual([303, location])
  })

  test('what people write is shown as text', async () => {
    const id = await post(market, anna, { name: '<script>alert(1)</script>', comments: '"><img src=x onerror=y>' })

    const html = await (await ask(`/books/${id}`)).text()

    expect(html).toContain('&lt;script&gt;alert(1)')
    expect(html).not.toContain('<script>alert')
    expect(html).not.toContain('<img src=x')
  })

  test('a suspended member is logged out at once', async () => {
    const member = await market.member()
    await market.sql`update market.account set suspended_at = now() where id = ${member.id}`

    expect((await ask('/posts', { member })).headers.get('location')).toContain('/market/login')
  })
})

describe('refusals', () => {
  test('404 pages are pages', async () => {
    for (const path of ['/nowhere', '/books/unknown', '/pictures/unknown/x']) {
      const response = await ask(path)
      expect(response.status).toBe(404)
      expect(response.headers.get('content-type')).toContain('text/html')
    }
  })

  test.each(['/posts', '/sell', '/cart', '/settings', '/dashboard'])('%s asks a visitor to log in', async path => {
    const response = await ask(path)

    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe(`/market/login?next=${encodeURIComponent(`/market${path}`)}`)
  })

  test.each([
    '',
    '/users',
    '/statistics',
    '/settings',
    '/transactions',
  ])('403 for a user on the dashboard%s', async path => {
    expect((await ask(`/dashboard${path}`, { member: anna })).status).toBe(403)
  })

  test('403 when an admin saves settings or makes admins', async () => {
    const admin = await market.member({ permissionType: 1 })

    expect((await ask('/dashboard/settings', { member: admin, form: { feePercent: '0' } })).status).toBe(403)
    expect((await ask(`/dashboard/users/${anna.id}/make-admin`, { member: admin, form: {} })).status).toBe(403)
  })

  test('404 when editing or deleting the book of somebody else', async () => {
    const id = await post(market, anna)

    expect((await ask(`/books/${id}/edit`, { member: ben })).status).toBe(404)
    expect((await ask(`/books/${id}/delete`, { member: ben, form: {} })).status).toBe(404)
  })

  test('a form that is refused comes back filled, with the reason beside the field', async () => {
    const form = new FormData()
    for (const [name, value] of Object.entries({ name: 'My book', course: 'ABC 1', edition: '1', condition: 'Good' }))
      form.set(name, value)
    form.set('price', '9999')

    const response = await ask('/sell', { member: anna, form })
    const html = await response.text()

    expect(response.status).toBe(400)
    expect(html).toContain('value="My book"')
    expect(html).toMatch(/id="e-price">[^<]*\$200/)
  })
})

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
