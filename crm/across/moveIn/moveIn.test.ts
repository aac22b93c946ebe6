import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { sealSecret } from '@portico/kit/access/sealedSecret'
import { openOutgoingFetch } from '@portico/kit/http/outgoingFetch'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { SOURCE_TOKEN } from '../../base/access/sourceToken.ts'
import type { CrmServices } from '../../base/api/context.ts'
import { openFieldCatalog } from '../../base/fields/catalog.ts'
import { closeCompany, reopenCompany } from '../../company/companies/removalStore.ts'
import { made } from '../../testing/builders.ts'
import { everyList } from '../../testing/everyList.ts'
import { longChangeServices } from '../../testing/longChanges.ts'
import { aWorld, RECORDED, startUnreliable } from '../../testing/movedAccount.ts'
import { startTestCrm, TEST_SECRET, type TestUser } from '../../testing/startTestCrm.ts'
import type { MoveHooks, MoveServices } from './move.ts'
import { moveIn } from './moveIn.ts'
import { moveInTask } from './moveInTask.ts'
import { openSource } from './source.ts'
import { MOVE_LOCK } from './store.ts'

/** One server is the account that is copied, with its limits on; another one it is copied to. */
const from = await startTestCrm({ rateLimit: true })
const to = await startTestCrm({ privateTargets: true })
/** Where nothing begins by itself: an earlier copy that waits brings the worker back, who takes whatever is due. */
const unworked = await startTestCrm({ privateTargets: true, worker: false })
const services: MoveServices = {
  database: to.database,
  files: to.files,
  fields: await openFieldCatalog(to.database),
}

const source = await startUnreliable(from.origin)
afterAll(source.stop)

/** Waits less than it is told to and tries more often: a burst of calls is over after a second or two. */
const copy = (user: TestUser, token: string, hooks: MoveHooks = {}, url = source.origin) =>
  moveIn(services, openSource({ url, token, tries: 40, wait: ms => sleep(Math.min(ms, 100)) }), user.companyId, hooks)

const FAILED = 'ended on purpose'

/** Ends a move the `nth` time that it comes to a step. */
function endingAt(at: string, nth: number): MoveHooks {
  let left = nth
  return {
    step(step) {
      if (step === at && --left === 0) throw new Error(FAILED)
    },
  }
}

async function fileBytes(user: TestUser, server: string): Promise<Record<string, string>> {
  const headers = { 'x-api-token': user.token }
  const bytes: Record<string, string> = {}
  for (const { id } of (await user.call('GET', '/v1/files')).body.data) {
    const reply = await fetch(`${server}/v1/files/${id}/download`, { headers })
    bytes[id] = `${reply.status} ${Buffer.from(await reply.arrayBuffer()).toString('base64')}`
  }
  return bytes
}

test('an account comes as it is, from a source that fails and is slow, ended at every kind of step and begun again', async () => {
  const { owner } = from
  await aWorld(from, owner)
  // The owner of the target is somebody else than the users of the source, with an id that none of them has.
  await to.sql`select setval('crm.app_user_id_seq', 1000), setval('crm.role_id_seq', 1000)`
  const target = await to.company()

  for (const [at, nth] of [
    ['fetched', 1],
    ['written', 9],
    ['committed', 4],
    ['written', 6],
    ['fetched', 3],
    ['committed', 5],
  ] as const)
    await expect(copy(target, owner.token, endingAt(at, nth))).rejects.toThrow(FAILED)
  const report = await copy(target, owner.token)

  expect(report.problems).toEqual([])
  expect(report.kinds.filter(({ listed, here }) => listed !== here)).toEqual([])
  const [there, here] = [await everyList(owner), await everyList(target)]
  const own = (await target.call('GET', '/v1/users/me')).body.data
  const missing = Object.keys(there).filter(key => !(key in here))
  const more = Object.keys(here).filter(key => !(key in there) && key !== `/v1/users ${own.id}`)
  const other = Object.keys(there).filter(key => key in here && !isDeepStrictEqual(there[key], here[key]))
  expect({ missing, more, other: other.map(key => [key, there[key], here[key]]) }).toEqual({
    missing: [],
    more: [],
    other: [],
  })
  expect(await fileBytes(target, to.origin)).toEqual(await fileBytes(owner, from.origin))

  const changesBefore = await to.sql`select max(seq) as seq from crm.change where company_id = ${target.companyId}`
  const again = await copy(target, owner.token)
  expect(again.kinds.filter(({ added, changed, removed }) => added + changed + removed > 0)).toEqual([])
  expect(await to.sql`select max(seq) as seq from crm.change where company_id = ${target.companyId}`).toEqual(
    changesBefore,
  )
})

test('run again it brings what changed; what was changed here too stays, and the report says so', async () => {
  const owner = await from.company()
  const [kept, changed, gone] = [
    await made(owner, '/v2/persons', { name: 'Kept' }),
    await made(owner, '/v2/persons', { name: 'Changed' }),
    await made(owner, '/v2/persons', { name: 'Gone' }),
  ]
  await made(owner, '/v2/deals', { title: 'Deal', person_id: kept.id })
  const target = await to.company()
  await made(target, '/v2/persons', { name: 'Was here before' })
  await copy(target, owner.token, {}, from.origin)
  const find = async (term: string) =>
    (await target.call('GET', `/v2/persons/search?term=${term}`)).body.data.items.map(
      ({ item }: { item: { id: number } }) => item.id,
    )
  const [keptHere, changedHere] = [(await find('Kept'))[0], (await find('Changed'))[0]]

  // The company was not empty: records have ids of their own, and name each other by them.
  const [dealHere] = (await target.call('GET', '/v2/deals')).body.data
  expect(dealHere).toMatchObject({ title: 'Deal', person_id: keptHere })
  expect(keptHere).not.toBe(kept.id)

  await owner.call('PATCH', `/v2/persons/${kept.id}`, { name: 'Kept there' })
  await owner.call('PATCH', `/v2/persons/${changed.id}`, { name: 'Changed there' })
  await owner.call('DELETE', `/v2/persons/${gone.id}`)
  await target.call('PATCH', `/v2/persons/${changedHere}`, { name: 'Changed here' })
  const report = await copy(target, owner.token, {}, from.origin)

  const person = async (id: number) => (await target.call('GET', `/v2/persons/${id}`)).body.data.name
  expect([await person(keptHere), await person(changedHere)]).toEqual(['Kept there', 'Changed here'])
  expect(await find('Gone')).toEqual([])
  expect(await find('before')).toHaveLength(1)
  expect(report.kinds.find(({ kind }) => kind === 'person')).toMatchObject({
    changed: 1,
    refused: 1,
    removed: 1,
    added: 0,
  })
  expect(report.problems).toMatchObject([
    { kind: 'person', source_id: String(changed.id), reason: expect.stringContaining('stays as it is here') },
  ])
})

test('answers of the original are understood, and what did not come is named', async () => {
  const original = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify({ success: true, data: RECORDED[path] ?? null, additional_data: { next_cursor: null } }),
    )
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => original.once('listening', resolve))
  const target = await to.company()

  const report = await copy(target, 'x'.repeat(40), {}, `http://127.0.0.1:${(original.address() as AddressInfo).port}`)
  original.close()

  expect(report.problems.map(({ kind, source_id, is_missing }) => [kind, source_id, is_missing])).toEqual([
    ['deal', '20', false],
    ['deal field', 'b'.repeat(40), false],
    ['note', '31', true],
    ['person', '10', false],
  ])
  const { body } = await target.call('GET', '/v2/deals/20')
  expect(body.data).toMatchObject({
    ...{ title: 'Deal', owner_id: 14200001, person_id: 10, stage_id: 4, pipeline_id: 1, value: 1200.5, visible_to: 3 },
    ...{
      add_time: '2022-01-02T03:04:05Z',
      update_time: '2022-02-02T03:04:05Z',
      custom_fields: { ['a'.repeat(40)]: 27 },
    },
  })
  expect((await target.call('GET', '/v1/notes/30')).body.data.content).toBe('<p>Hello </p>')
  expect((await target.call('GET', '/v1/users/14200002')).body.data).toMatchObject({ active_flag: false, name: 'Ben' })
  expect((await target.call('GET', '/v2/persons/search?term=pia')).body.data.items).toHaveLength(1)
  const mails =
    await to.sql`select count(*)::int as n from graphile_worker.jobs where task_identifier like '%invitation%'`
  expect(mails).toEqual([{ n: 0 }])
  // The next record of a kind gets an id that none of the copied ones has.
  expect((await made(target, '/v2/deals', { title: 'Next' })).id).toBeGreaterThan(20)
})

test('a source that asks to wait is waited for; a daily budget is not', async () => {
  const waited: number[] = []
  let calls = 0
  const busy = createServer((_, response) => {
    calls++
    if (calls === 1) response.writeHead(429, { 'retry-after': '2' }).end()
    else if (calls === 2) response.writeHead(429, { 'x-ratelimit-reset': '3' }).end()
    else if (calls === 3)
      response.writeHead(200, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '5' }).end('{"data":[]}')
    else response.writeHead(429, { 'retry-after': '40000' }).end()
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => busy.once('listening', resolve))
  const url = `http://127.0.0.1:${(busy.address() as AddressInfo).port}`
  const busySource = openSource({ url, token: 'x', wait: async ms => void waited.push(Math.round(ms / 1000)) })

  await busySource.get('/v1/users')
  await expect(busySource.get('/v1/users')).rejects.toThrow('begin again then')
  busy.close()

  expect(waited.filter(seconds => seconds > 0)).toEqual([2, 3, 5])
})

describe('asked for in the web app', () => {
  const begin = (user: TestUser, token: string, url = from.origin) =>
    user.call('POST', '/app/api/moveIn', { url, token })
  const stateOf = async (user: TestUser) => (await user.call('GET', '/app/api/moveIn')).body.data
  const ended = async (user: TestUser) => {
    await expect.poll(async () => (await stateOf(user)).state).toMatch(/^(done|failed|stopped)$/)
    return stateOf(user)
  }
  const sealedOf = async ({ companyId }: TestUser, { sql } = to) =>
    (await sql`select token_sealed, state, failures from crm.asked_move where company_id = ${companyId}`)[0]

  async function anAccount(): Promise<TestUser> {
    const owner = await from.company()
    const { id } = await made(owner, '/v2/persons', { name: 'Pia' })
    await made(owner, '/v2/deals', { title: 'Deal', person_id: id })
    return owner
  }

  test('it comes, both sides are counted, and the token is nowhere afterwards; once more brings what changed', async () => {
    const [owner, target] = [await anAccount(), await to.company()]
    expect(await stateOf(target)).toMatchObject({ state: 'none', kinds: [] })

    const { status, body } = await begin(target, owner.token)
    expect([status, body.data.state]).toEqual([202, 'waiting'])
    const first = await ended(target)

    expect(first).toMatchObject({ state: 'done', url: from.origin, problem: null, run: 1, missing: 0, incomplete: 0 })
    expect(first.kinds.filter(({ listed, here }: { listed: number; here: number }) => listed !== here)).toEqual([])
    expect(first.kinds.find(({ kind }: { kind: string }) => kind === 'deal')).toMatchObject({ added: 1, here: 1 })
    expect((await target.call('GET', '/v2/deals')).body.data).toMatchObject([{ title: 'Deal' }])
    expect(await sealedOf(target)).toMatchObject({ token_sealed: null })
    const audit = await to.sql`select * from crm.audit where company_id = ${target.companyId}`
    expect(audit.filter(({ action }) => action === 'account_copied')).toMatchObject([{ detail: { from: from.origin } }])
    expect(JSON.stringify([body, first, audit])).not.toContain(owner.token)

    await made(owner, '/v2/deals', { title: 'Later' })
    await begin(target, owner.token)
    const again = await ended(target)
    expect(again).toMatchObject({ state: 'done', run: 2 })
    expect(again.kinds.find(({ kind }: { kind: string }) => kind === 'deal')).toMatchObject({ added: 1, here: 2 })
  })

  test('a wrong token and a source that is not there are told; records that did not come are listed', async () => {
    const target = await to.company()
    await begin(target, 'wrong')
    expect(await ended(target)).toMatchObject({ state: 'failed', problem: expect.stringContaining('401') })
    expect(await sealedOf(target)).toMatchObject({ token_sealed: null })

    const original = createServer((request, response) => {
      const path = (request.url ?? '').split('?')[0] ?? ''
      response.end(JSON.stringify({ data: RECORDED[path] ?? null }))
    }).listen(0, '127.0.0.1')
    await new Promise(resolve => original.once('listening', resolve))
    await begin(target, 'x'.repeat(40), `http://127.0.0.1:${(original.address() as AddressInfo).port}`)
    const done = await ended(target)
    original.close()

    expect(done).toMatchObject({ state: 'done', missing: 1, incomplete: 3 })
    const problems = (await target.call('GET', '/app/api/moveIn/problems?limit=2')).body.data
    expect(problems).toMatchObject([{ kind: 'note', source_id: '31', is_missing: true }, { kind: 'deal' }])
    expect((await target.call('GET', '/app/api/moveIn/problems?start=2')).body.data).toHaveLength(2)
  })

  test('403 without both kinds of admin, 400 for private addresses, 409 while one is under way', async () => {
    const owner = await to.company()
    const hold = await to.database.hold(MOVE_LOCK, owner.companyId)
    const [ofSales, ofAccount] = [
      await to.colleague(owner, { admin: true }),
      await to.colleague(owner, { admin: true }),
    ]
    await to.sql`delete from crm.permission_assignment
      where company_id = ${owner.companyId} and user_id = ${ofSales.userId} and app = 'account_settings'`
    await to.sql`update crm.app_user set is_admin = false where company_id = ${owner.companyId} and id = ${ofAccount.userId}`
    for (const user of [await to.colleague(owner), ofSales, ofAccount]) {
      expect((await begin(user, 'x')).status).toBe(403)
      expect((await user.call('GET', '/app/api/moveIn')).status).toBe(403)
    }
    expect((await owner.call('POST', '/app/api/moveIn', { url: from.origin, token: 'two words' })).body.field).toBe(
      'token',
    )
    for (const url of ['https://127.0.0.1', 'http://app.example'])
      expect((await begin(from.owner, 'x', url)).body).toMatchObject({ field: 'url' })

    // A command copies into the company: what is asked for waits, and can be given up.
    expect((await begin(owner, 'the-token-of-an-admin')).status).toBe(202)
    const { token_sealed } = (await sealedOf(owner)) ?? {}
    expect(token_sealed).toBeInstanceOf(Uint8Array)
    expect(Buffer.from(token_sealed).includes('the-token-of-an-admin')).toBe(false)
    await expect.poll(async () => (await stateOf(owner)).problem).toContain('Another import into this company')
    expect((await begin(owner, 'x')).status).toBe(409)
    expect((await owner.call('POST', '/app/api/moveIn/stop')).body.data).toMatchObject({
      state: 'stopped',
      problem: null,
    })
    expect(await sealedOf(owner)).toMatchObject({ token_sealed: null })
    expect((await owner.call('POST', '/app/api/moveIn/stop')).status).toBe(409)
    await hold?.release()
  })

  describe('by a process that ends', () => {
    async function servicesOfAnother(): Promise<CrmServices> {
      const others = await longChangeServices(unworked)
      return { ...others, secrets: [TEST_SECRET], fetch: openOutgoingFetch({ privateTargets: true }) }
    }

    async function waiting({ companyId, userId }: TestUser, token: string, url = from.origin) {
      const sealed = sealSecret(token, SOURCE_TOKEN, TEST_SECRET)
      await unworked.sql`insert into crm.asked_move (company_id, user_id, url, token_sealed, state)
        values (${companyId}, ${userId}, ${url}, ${sealed}, 'waiting')`
    }

    test('another goes on where it stopped, and nothing is read twice; one at a time works on it', async () => {
      const [owner, target] = [await anAccount(), await unworked.company()]
      await waiting(target, owner.token)
      const [first, second] = [await servicesOfAnother(), await servicesOfAnother()]
      const stopping = new AbortController()
      let meanwhile: Promise<void> | undefined
      let left = 7
      const step = () => {
        // The process is told to stop, while another one looks for work.
        meanwhile ??= moveInTask(second)()
        if (--left > 0) return
        stopping.abort()
        throw new Error(FAILED)
      }
      await moveInTask(first, { step })(undefined, { stopping: stopping.signal })
      await meanwhile
      expect(await sealedOf(target, unworked)).toMatchObject({ state: 'running', failures: 0 })
      expect((await begin(target, 'x')).status).toBe(409)

      await moveInTask(second)()

      const done = await stateOf(target)
      expect(done).toMatchObject({ state: 'done', run: 1, missing: 0 })
      expect(done.kinds.filter(({ listed, here }: { listed: number; here: number }) => listed !== here)).toEqual([])
    })

    test('a name that leads to a private address is not called, and gets no token', async () => {
      const target = await unworked.company()
      let calls = 0
      const inside = createServer((_, response) => {
        calls++
        response.end('{}')
      }).listen(0, '127.0.0.1')
      await new Promise(resolve => inside.once('listening', resolve))
      await waiting(target, 'x', `http://crm.example:${(inside.address() as AddressInfo).port}`)
      const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
      const services = { ...(await servicesOfAnother()), fetch: openOutgoingFetch({ privateTargets: false, resolve }) }
      // Whoever looks in the same millisecond finds it.
      const [due] = await unworked.sql`select due_time = date_trunc('milliseconds', due_time) as "isExact"
        from crm.asked_move where company_id = ${target.companyId}`
      expect(due).toEqual({ isExact: true })

      await moveInTask(services)()
      inside.close()

      expect(await stateOf(target)).toMatchObject({ state: 'failed', problem: expect.stringContaining('private') })
      expect(calls).toBe(0)
    })

    test('after a fault it waits, and goes on; whoever is no admin any more copies nothing', async () => {
      const [owner, target] = [await anAccount(), await unworked.company()]
      await waiting(target, owner.token)
      const services = await servicesOfAnother()
      const fail = vi.fn(() => {
        throw new Error(FAILED)
      })
      await moveInTask(services, { step: fail })()
      expect(await sealedOf(target, unworked)).toMatchObject({ state: 'waiting', failures: 1 })
      await moveInTask(services)()
      expect((await stateOf(target)).state).toBe('waiting')

      const inTwoMinutes = { now: () => new Date(Date.now() + 120_000) }
      await closeCompany(unworked.sql, target.companyId, new Date(Date.now() + 86_400_000))
      await moveInTask(services, inTwoMinutes)()
      expect(await sealedOf(target, unworked)).toMatchObject({ state: 'waiting', failures: 1 })
      await reopenCompany(unworked.sql, target.companyId)

      const other = await unworked.colleague(target)
      await unworked.sql`update crm.asked_move set user_id = ${other.userId} where company_id = ${target.companyId}`
      await moveInTask(services, inTwoMinutes)()

      await expect
        .poll(() => stateOf(target))
        .toMatchObject({ state: 'failed', problem: expect.stringContaining('no admin') })
      expect((await target.call('GET', '/v2/deals')).body.data).toEqual([])
    })
  })
})
