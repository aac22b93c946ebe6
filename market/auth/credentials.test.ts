import { Hono } from 'hono'
import { beforeAll, describe, expect, test } from 'vitest'
import { operations } from '../operations.ts'
import { type Member, ORIGIN, SECRETS } from '../testing/openTestMarket.ts'
import { startTestMarket } from '../testing/startTestMarket.ts'
import { openTokens, TOKEN_SECONDS } from './tokens.ts'

/** A credential that is not good, or no longer, opens nothing: every operation and every page with every one of them. */

const market = await startTestMarket()
const admin = await market.member({ permissionType: 1 })
const demoted = await market.member({ permissionType: 2 })
const tokens: Record<string, string> = {}

const BAD = [
  'malformed',
  'of another server',
  'expired',
  'logged out',
  'of before a new password',
  'of a suspended account',
  'of a deleted account',
] as const

beforeAll(async () => {
  const owner = () => market.member({ permissionType: 2 })
  const sign = (secrets: readonly string[], { id }: Member, at: Date) =>
    openTokens(secrets).sign({ accountId: id, permissionType: 2, epoch: 1 }, at)
  const [loggedOut, older, suspended, deleted] = [await owner(), await owner(), await owner(), await owner()]

  await market.call('POST', '/auth/logout', { token: loggedOut.token })
  await market.sql`update market.account set token_epoch = 2 where id = ${older.id}`
  await market.sql`update market.account set suspended_at = now() where id = ${suspended.id}`
  await market.sql`update market.account set deleted_at = now() where id = ${deleted.id}`
  await market.sql`update market.account set permission_type = 0 where id = ${demoted.id}`
  const long = new Date(market.clock.now.getTime() - TOKEN_SECONDS * 1000 - 1000)
  Object.assign(tokens, {
    malformed: 'not.a.token',
    'of another server': await sign(['the secret of somebody else, also long'], admin, market.clock.now),
    expired: await sign(SECRETS, await owner(), long),
    'logged out': loggedOut.token,
    'of before a new password': older.token,
    'of a suspended account': suspended.token,
    'of a deleted account': deleted.token,
  })
})

const filled = (path: string) => path.replace(/\{(limit|skip)\}/g, '1').replace(/\{[^}]+\}/g, 'x')

describe('every operation', () => {
  const call = async (operation: (typeof operations)[number], token?: string) =>
    (await market.call(operation.method, filled(operation.path), { token })).status
  /** What is answered without a token, by operation. */
  const answered: Record<string, number> = {}
  beforeAll(async () => {
    for (const operation of operations) answered[operation.name] = await call(operation)
  })

  test.each(BAD)('with a token %s: 401 where a token is looked at, as without one elsewhere', async kind => {
    const statuses: Record<string, number> = {}
    const expected: Record<string, number> = {}
    for (const operation of operations) {
      statuses[operation.name] = await call(operation, tokens[kind])
      expected[operation.name] = operation.signIn === 'none' ? (answered[operation.name] ?? 0) : 401
    }

    expect(statuses).toEqual(expected)
  })

  test('without a token: 401 where one is required, and nowhere else', () => {
    const refused = Object.keys(answered).filter(name => answered[name] === 401)

    expect(refused).toEqual(operations.filter(({ signIn }) => signIn === 'required').map(({ name }) => name))
  })

  test('with a token of a role that was taken away: 403 for everything of a role, and nothing else', async () => {
    const refused = []
    for (const operation of operations.filter(({ name }) => !name.endsWith('/auth/logout')))
      if ((await call(operation, demoted.token)) === 403) refused.push(operation.name)

    expect(refused).toEqual(operations.filter(({ scopes }) => scopes.length > 0).map(({ name }) => name))
    expect(refused.length).toBeGreaterThan(20)
  })

  test.each([
    'Bearer',
    'Bearer ',
    'bearer',
    'Basic YTpi',
    'Bearer a b',
    '',
  ])('401 for Authorization: %j', async header => {
    const reply = await market.call('GET', '/books/getAllBooks', { headers: { authorization: header } })

    expect(reply.status).toBe(401)
  })
})

describe('every page', () => {
  const routes = () => {
    const app = new Hono()
    market.product.pages?.(app as never)
    return app.routes.filter(({ method, path }) => /^(GET|POST)$/.test(method) && !path.includes('assets'))
  }

  async function visit({ method, path }: { method: string; path: string }, token?: string) {
    const reply = await market.fetch(
      new Request(ORIGIN + path.replace(/:(\w+)|\*/g, 'x'), {
        method,
        ...(method === 'POST' && { body: new URLSearchParams() }),
        headers: { origin: ORIGIN, ...(token && { cookie: `market_session=${token}` }) },
        redirect: 'manual',
      }),
    )
    return `${reply.status} ${reply.headers.get('location') ?? ''}`
  }

  const isForMembers = (answer: string) => answer.startsWith('303 /market/login?next=')
  const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
  /** What a visitor is shown, by page. */
  const shown: Record<string, string> = {}
  beforeAll(async () => {
    for (const route of routes()) shown[nameOf(route)] = await visit(route)
  })

  test.each(BAD)('with a session %s: as for a visitor', async kind => {
    const seen: Record<string, string> = {}
    for (const route of routes()) seen[nameOf(route)] = await visit(route, tokens[kind])

    expect(seen).toEqual(shown)
    expect(Object.values(seen).filter(isForMembers).length).toBeGreaterThan(25)
  })

  test('of the dashboard: 403 for a role that was taken away, for reading and for writing', async () => {
    for (const route of routes().filter(({ path }) => path.startsWith('/market/dashboard')))
      expect(await visit(route, demoted.token), `${route.method} ${route.path}`).toBe('403 ')
  })

  test('a session that is good is let in where a visitor is not', async () => {
    for (const route of routes().filter(({ method }) => method === 'GET'))
      if (isForMembers(shown[nameOf(route)] ?? ''))
        expect(isForMembers(await visit(route, admin.token)), `${route.method} ${route.path}`).toBe(false)
  })
})
