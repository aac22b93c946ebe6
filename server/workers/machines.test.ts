import { join } from 'node:path'
import { readEvents } from '@portico/crm/testing/eventReader'
import { aReceiver } from '@portico/crm/testing/receiver'
import { connect } from '@portico/kit/database/connect'
import { startMailSink } from '@portico/kit/mail/mailSink'
import { freePort } from '@portico/kit/testing/freePort'
import { testDatabase } from '@portico/kit/testing/testDatabase'
import { afterAll, expect, test } from 'vitest'
import { allMigrations } from '../start/migrateAll.ts'
import { jsonOf } from '../testing/json.ts'
import { startPortico } from '../testing/portico.ts'
import { scratchFolder } from '../testing/scratch.ts'
import { waitUntil } from '../testing/waitUntil.ts'

const token = 'ab'.repeat(20)
const owner = { email: 'owner@example.com', password: 'correct horse battery' }
const folder = await scratchFolder()
const database = await testDatabase(allMigrations)
const sql = connect(database.url)
const sink = await startMailSink()
const receiver = await aReceiver()

/** What runs on one of several machines, each with a folder of its own. */
async function aMachine(name: string, workers: number) {
  const settings = {
    PORT: String(await freePort()),
    PORTICO_URL: 'http://localhost:9',
    PORTICO_DATA_DIR: join(folder, name),
    DATABASE_URL: database.url,
    PORTICO_WORKERS: String(workers),
    PORTICO_SECRET: 's'.repeat(40),
    PORTICO_API_TOKEN: token,
    PORTICO_OWNER_EMAIL: owner.email,
    PORTICO_OWNER_PASSWORD: owner.password,
    PORTICO_PRIVATE_TARGETS: 'allow',
    PORTICO_LOG_LEVEL: 'error',
    SMTP_URL: sink.url,
  }
  return startPortico(settings, afterAll)
}

afterAll(async () => {
  await sql.end()
  await sink.stop()
  await database.drop()
})
const first = await aMachine('first', 2)
const second = await aMachine('second', 1)
const machines = [first, second]

function call(origin: string, method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const given = { 'x-api-token': token, 'content-type': 'application/json', origin: 'http://localhost:9', ...headers }
  const content = body && { body: JSON.stringify(body) }
  return fetch(origin + path, { method, headers: given, redirect: 'manual', ...content })
}

test('a session of one machine is known to the other, and over for both', async () => {
  const body = new URLSearchParams(owner)
  const signedIn = await fetch(`${first.origin}/login`, {
    method: 'POST',
    body,
    redirect: 'manual',
    headers: { origin: 'http://localhost:9' },
  })
  const cookie = signedIn.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ')
  const asSession = (origin: string, method: string, path: string) =>
    call(origin, method, path, undefined, { cookie, 'x-api-token': '' })
  const { data: sessions } = await jsonOf(await asSession(second.origin, 'GET', '/app/api/sessions'))
  expect(sessions).toHaveLength(1)

  await asSession(second.origin, 'DELETE', `/app/api/sessions/${sessions[0].id}`)

  for (const { origin } of machines) expect((await asSession(origin, 'GET', '/app/api/session')).status).toBe(401)
})

test('wrong passwords are counted for all machines together', async () => {
  const wrong = { emailAddress: owner.email, password: 'not this one at all' }
  const statuses: number[] = []
  for (let tried = 0; tried < 12; tried++) {
    const { origin } = machines[tried % 2] ?? first
    statuses.push((await call(origin, 'POST', '/api/auth/login', wrong)).status)
  }

  expect(statuses.slice(0, 9)).toEqual(Array(9).fill(401))
  expect(statuses.slice(-1)).toEqual([429])
})

test('a session of the gate goes on at the other machine', async () => {
  const opened = await fetch(`${first.origin}/gate/demo`, { headers: { accept: 'application/json' } })
  const cookie = opened.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ')
  const { session } = await jsonOf(opened)

  const again = await fetch(`${second.origin}/gate/demo`, { headers: { accept: 'application/json', cookie } })

  expect(opened.status).toBe(511)
  expect((await jsonOf(again)).session.id).toBe(session.id)
})

test('each mail leaves once, and each event is told once: to the webhook, and to streams on both machines', async () => {
  await call(first.origin, 'POST', '/v1/webhooks', {
    subscription_url: receiver.url,
    event_action: 'create',
    event_object: 'deal',
    name: 'Each once',
  })
  const streams = await Promise.all(
    machines.map(({ origin }) => readEvents(origin, { token }, '/api/v2/changes/stream?items=deal')),
  )
  const titles = Array.from({ length: 20 }, (_, at) => `Deal ${at}`)
  const people = Array.from({ length: 6 }, (_, at) => `student${at}@campus.edu`)

  await Promise.all([
    ...titles.map((title, at) => call(machines[at % 2]?.origin ?? '', 'POST', '/api/v2/deals', { title })),
    ...people.map((emailAddress, at) =>
      call(machines[at % 2]?.origin ?? '', 'POST', '/api/auth/signup', aSignup(emailAddress)),
    ),
  ])

  await waitUntil(() => receiver.received.length >= titles.length && sink.taken.length >= people.length)
  for (const stream of streams) await stream.until(titles.length)
  await waitUntil(async () => (await sql`select from graphile_worker.jobs limit 1`).length === 0)
  expect(receiver.titles().sort()).toEqual(titles.toSorted())
  expect(sink.taken.map(({ to }) => to).sort()).toEqual(people)
  for (const stream of streams) {
    expect(stream.events).toHaveLength(titles.length)
    await stream.close()
  }
})

test('one machine is killed while both write: none of its acknowledged writes is lost, none of the other fails', async () => {
  const acknowledged: string[] = []
  const statuses = new Set<number>()
  let writing = true
  const write = async (origin: string, name: string) => {
    for (let number = 0; writing; number++) {
      const title = `${name} ${number}`
      const answer = await call(origin, 'POST', '/api/v2/deals', { title }).catch(() => undefined)
      // Nobody answers for the one that was killed.
      if (!answer && origin === second.origin) return
      statuses.add(answer?.status ?? 0)
      if (answer?.status === 200) acknowledged.push(title)
    }
  }
  const writers = [
    write(first.origin, 'A'),
    write(first.origin, 'B'),
    write(second.origin, 'C'),
    write(second.origin, 'D'),
  ]
  await waitUntil(() =>
    ['A', 'B', 'C', 'D'].every(name => acknowledged.filter(title => title.startsWith(name)).length > 5),
  )

  await second.end('SIGKILL')
  const before = acknowledged.length
  await waitUntil(() => acknowledged.length > before + 20)
  writing = false
  await Promise.all(writers)

  // Those of one token that are too many at once are refused, before anything is done.
  expect([...statuses].filter(status => status !== 200 && status !== 429)).toEqual([])
  const kept = await sql<{ title: string }[]>`select title from crm.deal where title ~ '^[A-D] ' order by 1`
  const titles = kept.map(({ title }) => title)
  expect(new Set(titles).size).toBe(titles.length)
  expect(acknowledged.filter(title => !titles.includes(title))).toEqual([])
  // What the killed one had on its way may be told twice; nothing is left out.
  const told = () => new Set(receiver.received.map(({ body }) => body.data.title))
  await waitUntil(() => acknowledged.every(title => told().has(title)))
})

function aSignup(emailAddress: string) {
  return {
    emailAddress,
    password: 'a long enough password',
    firstName: 'Ada',
    lastName: 'Lovelace',
    university: 'Campus',
    CMC: '123456',
    venmoUsername: '@ada',
  }
}
