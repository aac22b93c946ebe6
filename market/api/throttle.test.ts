import { openClients } from '@portico/kit/access/throttle/clients'
import { newDevice } from '@portico/kit/access/throttle/device'
import { MOST_KNOWN } from '@portico/kit/access/throttle/knownClientStore'
import { openThrottle, type Throttle, type ThrottleKind } from '@portico/kit/access/throttle/throttle'
import type { Call } from '@portico/kit/api/api'
import { isFailure } from '@portico/kit/api/failure'
import { type Database, openDatabase } from '@portico/kit/database/database'
import { clientNetworks } from '@portico/kit/http/clientNetwork'
import type { EdgeEnv } from '@portico/kit/http/edge'
import { Hono } from 'hono'
import { afterAll, describe, expect, test } from 'vitest'
import { openServices } from '../openServices.ts'
import { openMarketAssets } from '../pages/assets.ts'
import { mountOn } from '../pages/mount.tsx'
import { releaseTogether } from '../testing/releaseTogether.ts'
import { startTestMarket } from '../testing/startTestMarket.ts'
import { rememberClient } from './rememberClient.ts'

const market = await startTestMarket()
// Two processes with connections of their own to one database.
const other = openDatabase(market.url)
const clientsOf = openClients('market', clientNetworks(), 'a secret')
const open = (database: Database) =>
  openThrottle({ database, product: 'market', clientNetwork: clientNetworks(), clientsOf })
const one = open(market.database)
const two = open(other)
afterAll(() => other.close())

const from = (remoteAddress: string, { seconds = 0, device = '' } = {}) =>
  ({
    remoteAddress,
    request: new Request('http://market.test/', { headers: device ? { cookie: `market_device=${device}` } : {} }),
    receivedAt: new Date(market.clock.now.getTime() + seconds * 1000),
    headers: new Map(),
  }) as unknown as Call

const guess = (throttle: Throttle, call: Call, address: string, kind: ThrottleKind = 'password') =>
  throttle.attempt(call, kind, { address }).then(
    ({ mayMail }) => (mayMail ? 'taken' : 'held'),
    error => (isFailure(error) ? error.details.retryAfter : error),
  )

const times = async (count: number, work: (round: number) => Promise<unknown>) => {
  for (let round = 0; round < count; round++) await work(round)
}

/** The owner of the address has logged in from there. */
async function known(email: string, call: Call): Promise<void> {
  const [found] = await market.sql<{ id: string }[]>`select id from market.account where email = ${email}`
  const id = found?.id ?? (await market.member({ email })).id
  const services = { ...openServices(market.options), clientsOf: openClients('market', clientNetworks(), 'a secret') }
  await rememberClient({ sql: market.sql, user: undefined, now: market.clock.now, call, services }, id)
}

describe('passwords', () => {
  test('an address is tried ten times from one network, by all processes together', async () => {
    await times(5, async () => {
      await guess(one, from('192.0.2.1'), 'ann@campus.edu')
      await guess(two, from('192.0.2.1'), 'Ann@Campus.edu')
    })

    expect(await guess(two, from('192.0.2.1', { seconds: 60 }), 'ann@campus.edu')).toBe(14 * 60)
    expect(await guess(two, from('192.0.2.2'), 'ann@campus.edu')).toBe('taken')
    expect(await guess(one, from('192.0.2.1'), 'ben@campus.edu')).toBe('taken')
    expect(await guess(one, from('192.0.2.1', { seconds: 15 * 60 }), 'ann@campus.edu')).toBe('taken')
  })

  test('a /64 of IPv6 is one client', async () => {
    await times(10, round => guess(one, from(`2001:db8:1:2::${round + 1}`), 'six@campus.edu'))

    expect(await guess(one, from('2001:db8:1:2:ffff::1'), 'six@campus.edu')).toBe(15 * 60)
    expect(await guess(one, from('2001:db8:1:3::1'), 'six@campus.edu')).toBe('taken')
  })

  test('a thousand tries from one network hold up nobody elsewhere', async () => {
    await times(1000, () => guess(one, from('192.0.2.66'), 'victim@campus.edu'))

    expect(await guess(one, from('192.0.2.66'), 'victim@campus.edu')).toBe(15 * 60)
    expect(await guess(two, from('192.0.2.67'), 'victim@campus.edu')).toBe('taken')
    // The network tried one address too often, which the others behind it do not suffer for.
    expect(await guess(two, from('192.0.2.66'), 'neighbour@campus.edu')).toBe('taken')
  })

  test('an address is tried a hundred times a day by strangers, from however many networks', async () => {
    await times(100, round => guess(one, from(`198.51.100.${round}`), 'cid@campus.edu'))

    expect(await guess(two, from('203.0.113.1'), 'cid@campus.edu')).toBe(24 * 3600)
    expect(await guess(two, from('203.0.113.2', { seconds: 3600 }), 'cid@campus.edu')).toBe(23 * 3600)
  })

  test('the owner logs in from a known network or browser while strangers try from everywhere', async () => {
    const device = newDevice()
    await known('owner@campus.edu', from('192.0.2.10', { device }))

    await times(150, round => guess(one, from(`203.0.113.${round}`), 'owner@campus.edu'))

    expect(await guess(one, from('192.0.2.10'), 'owner@campus.edu')).toBe('taken')
    expect(await guess(one, from('198.18.0.1', { device }), 'owner@campus.edu')).toBe('taken')
    expect(await guess(one, from('198.18.0.1'), 'owner@campus.edu')).toBe(24 * 3600)
    expect(await guess(one, from('198.18.0.1', { device: newDevice() }), 'owner@campus.edu')).toBe(24 * 3600)
  })

  test('a known browser is not held up by those who share its network', async () => {
    const device = newDevice()
    await known('shared@campus.edu', from('192.0.2.20', { device }))

    await times(12, () => guess(one, from('192.0.2.20'), 'shared@campus.edu'))
    await times(120, round => guess(one, from('192.0.2.20'), `other${round}@campus.edu`))

    expect(await guess(one, from('192.0.2.20'), 'new@campus.edu')).toBe(15 * 60)
    expect(await guess(one, from('192.0.2.20', { device }), 'shared@campus.edu')).toBe('taken')
    // It is known to one account only, and may not guess without end either.
    expect(await guess(one, from('192.0.2.20', { device }), 'new@campus.edu')).toBe(15 * 60)
    await times(9, () => guess(one, from('192.0.2.20', { device }), 'shared@campus.edu'))
    expect(await guess(one, from('192.0.2.20', { device }), 'shared@campus.edu')).toBe(15 * 60)
  })

  test('a browser is a stranger again half a year after the last log-in', async () => {
    const device = newDevice()
    await known('away@campus.edu', from('192.0.2.30', { device }))
    const seconds = 181 * 86_400

    await times(100, round => guess(one, from(`203.0.113.${round}`, { seconds }), 'away@campus.edu'))

    expect(await guess(one, from('192.0.2.30', { seconds, device }), 'away@campus.edu')).toBe(24 * 3600)
  })

  test('the latest fifty networks and browsers of an account are remembered', async () => {
    const early = from('192.0.2.40')
    await known('travels@campus.edu', early)
    market.clock.now = new Date(market.clock.now.getTime() + 1000)
    await times(MOST_KNOWN / 2, round => known('travels@campus.edu', from(`192.0.3.${round}`)))

    const [kept] = await market.sql`
      select count(*)::integer as count from market.known_client join market.account on account.id = account_id
      where email = 'travels@campus.edu'`
    expect(kept?.count).toBe(MOST_KNOWN)
  })

  test('of two tries at the same moment in two processes only one is the tenth', async () => {
    await times(9, () => guess(one, from('192.0.2.9'), 'dot@campus.edu'))

    const both = await releaseTogether(
      market,
      2,
      sql => sql`select from market.attempt for update`,
      () => [guess(one, from('192.0.2.9'), 'dot@campus.edu'), guess(two, from('192.0.2.9'), 'dot@campus.edu')],
    )

    expect(both.filter(result => result === 'taken')).toHaveLength(1)
  })

  test('a good log-in forgives what was mistyped before it here, and nothing that strangers tried', async () => {
    const log = (call: Call) => one.attempt(call, 'password', { address: 'eve@campus.edu' })
    await times(99, round => guess(one, from(`203.0.113.${round}`), 'eve@campus.edu'))
    const good = await log(from('192.0.2.5'))

    await good.succeeded()

    // Taken back: one more try of a stranger is possible, not a hundred.
    expect(await guess(one, from('192.0.2.6'), 'eve@campus.edu')).toBe('taken')
    expect(await guess(one, from('192.0.2.7'), 'eve@campus.edu')).toBe(24 * 3600)
  })

  test('good log-ins of a whole campus behind one address are not counted', async () => {
    await times(150, async round => {
      const attempt = await one.attempt(from('192.0.2.50'), 'password', { address: `student${round}@uni.edu` })
      await attempt.succeeded()
    })

    expect(await guess(one, from('192.0.2.50'), 'another@uni.edu')).toBe('taken')
  })
})

describe('mails', () => {
  const mail = (address: string, call: Call) => guess(one, call, address, 'mail')

  test('429 for the sixth of one network within an hour, and for nobody else', async () => {
    await times(5, () => mail('flo@campus.edu', from('192.0.2.1')))

    expect(await mail('flo@campus.edu', from('192.0.2.1'))).toBe(3600)
    expect(await mail('flo@campus.edu', from('192.0.2.2'))).toBe('taken')
  })

  test('strangers send an address fifteen within an hour; the owner still gets one', async () => {
    await known('gil@campus.edu', from('192.0.2.60'))

    const asked: unknown[] = []
    await times(40, async round => asked.push(await mail('gil@campus.edu', from(`203.0.113.${round}`))))

    expect(asked).toEqual([...Array(15).fill('taken'), ...Array(25).fill('held')])
    expect(await mail('gil@campus.edu', from('192.0.2.60'))).toBe('taken')
  })
})

test('wrong links are counted by network, good ones are not', async () => {
  const follow = () => one.attempt(from('192.0.2.70'), 'link')
  await times(100, async () => (await follow()).succeeded())
  await times(60, follow)

  await expect(follow()).rejects.toMatchObject({ status: 429 })
  await expect(one.attempt(from('192.0.2.71'), 'link')).resolves.toBeTruthy()
})

test('429 on a page too, with the time to wait', async () => {
  const strict = openServices({ ...market.options, rateLimit: true })
  const app = new Hono<EdgeEnv>()
  mountOn(app, strict, await openMarketAssets()).get('/market/help', async () => new Response('helped'))

  const answers = await Promise.all(Array.from({ length: 301 }, () => app.request('/market/help', {}, {})))

  const refused = answers.filter(answer => answer.status === 429)
  expect(refused.map(answer => Number(answer.headers.get('retry-after')))).toEqual([10])
})

test('no address is kept for it, and nothing of it for long', async () => {
  await guess(one, from('192.0.2.7'), 'fay@campus.edu')
  const before = await market.sql`select key from market.attempt`
  const clients = await market.sql`select client from market.known_client`
  market.clock.now = new Date(market.clock.now.getTime() + 200 * 86_400_000)
  await market.task('market:daily')

  expect(before.length).toBeGreaterThan(0)
  expect(JSON.stringify([before, clients])).not.toMatch(/fay|192\.0/)
  expect(await market.sql`select from market.attempt`).toEqual([])
  expect(await market.sql`select from market.known_client`).toEqual([])
})
