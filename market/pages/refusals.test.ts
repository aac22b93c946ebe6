import { describe, expect, test } from 'vitest'
import { askPage } from '../testing/askPage.ts'
import { post } from '../testing/books.ts'
import { startTestMarket } from '../testing/startTestMarket.ts'

const market = await startTestMarket()
const anna = await market.member({ firstName: 'Anna' })
const ben = await market.member({ firstName: 'Ben' })

const ask = (path: string, call: Parameters<typeof askPage>[2] = {}) => askPage(market, path, call)

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
