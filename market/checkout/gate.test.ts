import { expect, test } from 'vitest'
import { openServices } from '../openServices.ts'
import { post } from '../testing/books.ts'
import { ORIGIN } from '../testing/openTestMarket.ts'
import { startTestMarket } from '../testing/startTestMarket.ts'

const market = await startTestMarket({ gate: { minAge: 18, providers: ['test'] }, realTime: true })
const buyer = await market.member()
const book = await post(market, await market.member())
await market.call('POST', '/user/addToCart', { token: buyer.token, body: { bookID: book } })

const cookies = new Map<string, string>()

async function browse(path: string, init: { method?: string; body?: string; headers?: Record<string, string> } = {}) {
  const cookie = [`market_session=${buyer.token}`, ...[...cookies].map(([name, value]) => `${name}=${value}`)].join(
    '; ',
  )
  const response = await market.fetch(
    new Request(ORIGIN + path, { ...init, headers: { cookie, origin: ORIGIN, ...init.headers } }),
  )
  for (const set of response.headers.getSetCookie()) {
    const [name = '', value = ''] = set.split(';')[0]?.split('=') ?? []
    cookies.set(name, value)
  }
  return response
}
const json = { 'content-type': 'application/json' }

test('with the gate on, checkout needs a proof of age, and passes with one', async () => {
  const body = { cart: [book] }

  const refused = await market.call('POST', '/books/checkoutCart', { token: buyer.token, body })
  const sent = await browse('/market/checkout', { method: 'POST', body: new URLSearchParams({ key: 'k' }).toString() })
  const page = await browse('/market/checkout', { headers: { accept: 'text/html' } })
  const asked = await browse('/market/checkout', { headers: { accept: 'application/json' } })
  const { session } = (await asked.json()) as { session: { id: string } }
  const proof = await browse('/market/gate/verify/test', {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ sessionId: session.id, pass: true }),
  })
  const { accessToken } = (await proof.json()) as { accessToken: string }
  const claimed = await browse('/market/gate/claim', {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ sessionId: session.id, accessToken }),
  })
  const cart = await browse('/market/checkout', { headers: { accept: 'text/html' } })
  const bought = await market.call('POST', '/books/checkoutCart', {
    token: buyer.token,
    body,
    headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  })

  expect(refused.status).toBe(403)
  expect(refused.data).toMatchObject({ verify: `${ORIGIN}/market/checkout` })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/market/checkout'])
  expect(page.status).toBe(511)
  expect([proof.status, claimed.status]).toEqual([200, 204])
  expect(cart.status).toBe(200)
  expect(await cart.text()).toContain('Check out')
  expect(bought.status).toBe(200)
})

test('403 for another buyer at the same browser: the proof of age counts for whoever showed it', async () => {
  const another = await market.member()
  const wanted = await post(market, await market.member())
  await market.call('POST', '/user/addToCart', { token: another.token, body: { bookID: wanted } })
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const asAnother = (headers: Record<string, string>) =>
    market.fetch(
      new Request(`${ORIGIN}/market/checkout`, {
        headers: { cookie: `market_session=${another.token}; ${cookie}`, ...headers },
      }),
    )

  const page = await asAnother({ accept: 'text/html' })
  const checkouts = [
    { cookie },
    // Signed in as the buyer who showed it by cookie, as another one by token: the token buys.
    { cookie: `market_session=${buyer.token}; ${cookie}` },
  ].map(headers =>
    market.call('POST', '/books/checkoutCart', { token: another.token, body: { cart: [wanted] }, headers }),
  )

  expect(page.status).toBe(511)
  expect((await Promise.all(checkouts)).map(({ status }) => status)).toEqual([403, 403])
  expect((await browse('/market/checkout', { headers: { accept: 'text/html' } })).status).toBe(200)
})

test('403 for another buyer who takes over a session that the first has completed and not claimed', async () => {
  const another = await market.member()
  const first = await market.member()
  const jar = new Map<string, string>()
  const visit = async (token: string, path: string, body?: object) => {
    const cookie = [`market_session=${token}`, ...[...jar].map(pair => pair.join('='))].join('; ')
    const init = body ? { method: 'POST', body: JSON.stringify(body) } : {}
    const headers = { cookie, origin: ORIGIN, accept: 'application/json', ...json }
    const response = await market.fetch(new Request(ORIGIN + path, { ...init, headers }))
    for (const set of response.headers.getSetCookie()) {
      const [name = '', value = ''] = set.split(';')[0]?.split('=') ?? []
      jar.set(name, value)
    }
    return response
  }
  const { session } = (await (await visit(first.token, '/market/checkout')).json()) as { session: { id: string } }
  const proof = await visit(first.token, '/market/gate/verify/test', { sessionId: session.id, pass: true })
  const { accessToken } = (await proof.json()) as { accessToken: string }
  const claim = { sessionId: session.id, accessToken }

  expect((await visit(another.token, '/market/gate/claim', claim)).status).toBe(403)
  expect((await visit(another.token, `/market/gate/sse?session=${session.id}`)).status).toBe(403)
  expect((await visit(first.token, '/market/gate/claim', claim)).status).toBe(204)
})

test('in a write the market refuses to ask the database for another connection, the age check included', async () => {
  const { insideWrite } = openServices(market.options)

  await expect(insideWrite.database.read(async () => 1)).rejects.toThrow('in the middle of a write')
  await expect(insideWrite.gate?.verified(new Request(ORIGIN))).rejects.toThrow('in the middle of a write')
})

test('403 for twelve checkouts without a proof at once, and the market goes on writing', async () => {
  const checkout = () => market.call('POST', '/books/checkoutCart', { token: buyer.token, body: { cart: [book] } })

  const replies = await Promise.all(Array.from({ length: 12 }, checkout))

  expect(replies.map(reply => reply.status)).toEqual(Array.from({ length: 12 }, () => 403))
  expect(await post(market, buyer)).toMatch(/./)
})
