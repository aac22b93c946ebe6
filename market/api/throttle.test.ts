import type { Call } from '@portico/kit/api'
import type { EdgeEnv } from '@portico/kit/edge'
import { isFailure } from '@portico/kit/failure'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHouse } from '../openHouse.ts'
import { openAssets } from '../pages/assets.ts'
import { mountOn } from '../pages/mount.tsx'
import { openTestMarket, type TestMarket } from '../testing/openTestMarket.ts'
import { openPlaces } from './placeOf.ts'
import { openThrottle, type Throttle } from './throttle.ts'

let market: TestMarket
let one: Throttle
let two: Throttle

beforeAll(async () => {
  market = await openTestMarket()
  // Two processes on one database, as far as counting goes.
  one = openThrottle(market.database, openPlaces())
  two = openThrottle(market.database, openPlaces())
})
afterAll(() => market.close())

const from = (remoteAddress: string, seconds = 0) =>
  ({
    remoteAddress,
    request: new Request('http://market.test/'),
    receivedAt: new Date(market.clock.now.getTime() + seconds * 1000),
  }) as Call

const outcome = async (guess: Promise<void>) =>
  guess.then(
    () => 'taken',
    error => (isFailure(error) ? error.details.retryAfter : error),
  )

test('an address is tried ten times from one place, by all processes together', async () => {
  for (let round = 0; round < 5; round++) {
    await one.guess(from('192.0.2.1'), 'login', 'ann@campus.edu')
    await two.guess(from('192.0.2.1'), 'login', 'Ann@Campus.edu')
  }

  expect(await outcome(two.guess(from('192.0.2.1', 60), 'login', 'ann@campus.edu'))).toBe(14 * 60)
  expect(await outcome(two.guess(from('192.0.2.2'), 'login', 'ann@campus.edu'))).toBe('taken')
  expect(await outcome(one.guess(from('192.0.2.1'), 'login', 'ben@campus.edu'))).toBe('taken')
  expect(await outcome(one.guess(from('192.0.2.1', 15 * 60), 'login', 'ann@campus.edu'))).toBe('taken')
})

test('an address is tried fifty times from everywhere', async () => {
  for (let place = 0; place < 50; place++) await one.guess(from(`198.51.100.${place}`), 'login', 'cid@campus.edu')

  expect(await outcome(two.guess(from('203.0.113.1'), 'login', 'cid@campus.edu'))).toBe(15 * 60)
})

test('many at once are counted one by one', async () => {
  const tries = Array.from({ length: 30 }, (_, at) =>
    outcome((at % 2 ? one : two).guess(from('192.0.2.9'), 'login', 'dot@campus.edu')),
  )

  expect((await Promise.all(tries)).filter(result => result === 'taken')).toHaveLength(10)
})

test('a good log-in forgives what was mistyped before', async () => {
  for (let round = 0; round < 10; round++) await one.guess(from('192.0.2.5'), 'login', 'eve@campus.edu')

  await two.forgive(from('192.0.2.5'), 'login', 'eve@campus.edu')

  expect(await outcome(one.guess(from('192.0.2.5'), 'login', 'eve@campus.edu'))).toBe('taken')
})

test('429 on a page too, with the time to wait', async () => {
  const strict = openHouse({ ...market.services, rateLimit: true })
  const app = new Hono<EdgeEnv>()
  mountOn(app, strict, await openAssets()).get('/market/help', async () => new Response('helped'))

  const answers = await Promise.all(Array.from({ length: 301 }, () => app.request('/market/help', {}, {})))

  const refused = answers.filter(answer => answer.status === 429)
  expect(refused.map(answer => Number(answer.headers.get('retry-after')))).toEqual([10])
})

test('no address is kept for it, and nothing of it for long', async () => {
  await one.guess(from('192.0.2.7'), 'login', 'fay@campus.edu')
  const before = await market.sql`select key from market.attempt`
  market.clock.now = new Date(market.clock.now.getTime() + 2 * 86_400_000)
  await market.task('market:daily')

  expect(before.length).toBeGreaterThan(0)
  expect(JSON.stringify(before)).not.toContain('fay')
  expect(await market.sql`select from market.attempt`).toEqual([])
})
