import { describe, expect, test } from 'vitest'
import { askPage } from '../testing/askPage.ts'
import { post } from '../testing/books.ts'
import { ORIGIN } from '../testing/openTestMarket.ts'
import { memberWithPassword, PASSWORD } from '../testing/people.ts'
import { startTestMarket } from '../testing/startTestMarket.ts'

const market = await startTestMarket()
const anna = await market.member({ firstName: 'Anna' })
const ben = await memberWithPassword(market, { firstName: 'Ben' })

const ask = (path: string, call: Parameters<typeof askPage>[2] = {}) => askPage(market, path, call)

describe('pages are safe', () => {
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
    const response = await ask('/login', {
      form: { emailAddress: ben.email, password: PASSWORD, next: 'https://evil.example' },
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
    const form = { emailAddress: ben.email, password: PASSWORD, next }

    expect((await ask('/login', { form })).headers.get('location')).toBe('/market')
  })

  test.each([
    ['/market?q=日本', '/market?q=%E6%97%A5%E6%9C%AC'],
    ['/market/posts\r\nset-cookie: a=b', '/market/postsset-cookie:%20a=b'],
    ['/market/../api/auth', '/market'],
  ])('after log-in %j is an address', async (next, location) => {
    const form = { emailAddress: ben.email, password: PASSWORD, next }

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
