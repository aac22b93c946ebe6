import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '@portico/kit/database/connect'
import { distribute } from '@portico/kit/database/distribute'
import { distributedBy } from '@portico/kit/database/distributedBy'
import { migrate } from '@portico/kit/database/migrate'
import { migrateJobs } from '@portico/kit/jobs/jobs'
import { CITUS_PROGRAMS, type CitusCluster, startCitusCluster } from '@portico/kit/testing/startCitusCluster'
import { afterAll, describe, expect, onTestFailed, test, vi } from 'vitest'
import { copyCompany } from './across/sandbox/copyCompany.ts'
import { closeCompany } from './company/companies/removalStore.ts'
import { removeCompaniesTask } from './company/companies/removeCompanies.ts'
import { crmMigrations } from './crmMigrations.ts'
import { tablePlacement } from './tablePlacement.ts'
import { FIRST_COMPANY } from './testing/firstCompany.ts'
import { startTestCrm, type TestCrm, type TestUser } from './testing/startTestCrm.ts'

const FROM_BEFORE = 'Added before there were several machines'

/** On a cluster of several servers. `npm run citus` runs it; without Citus on this system it is skipped. */
const started = CITUS_PROGRAMS ? await startOnCluster(CITUS_PROGRAMS) : undefined

/** Citus moves the tables of a company one after the other. */
const TEN_MINUTES = 600_000

test.runIf(started)('what was there is distributed with what triggers keep of it', async () => {
  const { crm } = started ?? unreachable()

  const found = await crm.owner.call('GET', '/v2/organizations/search?term=several%20machines')

  expect(found.body.data.items).toMatchObject([{ item: { name: FROM_BEFORE } }])
})

test.runIf(started)('a company is copied, and its copy removed', async () => {
  const { crm, cluster } = started ?? unreachable()
  const column = await distributedBy(cluster.url)
  const from = { id: crm.owner.companyId, name: 'First' }

  const copy = await copyCompany(() => connect(cluster.url, { distributedBy: column }), from, { domain: 'copied' })

  const namesIn = (companyId: number) =>
    crm.sql`select name from crm.organization where company_id = ${companyId} order by id`
  expect(await namesIn(copy.companyId)).toEqual(await namesIn(from.id))
  expect(await namesIn(from.id)).not.toEqual([])

  await closeCompany(crm.sql, copy.companyId, new Date())
  await removeCompaniesTask(crm.database)()

  expect(await namesIn(copy.companyId)).toEqual([])
  expect(await namesIn(from.id)).not.toEqual([])
})

describe.runIf(started)('while companies write', { timeout: TEN_MINUTES }, () => {
  test('a worker that stops stops its own companies alone, and nothing acknowledged is lost', async () => {
    const { crm, cluster, companies } = started ?? unreachable()
    const [stopped = 0] = cluster.workers
    const there = companies.filter(({ worker }) => worker === stopped)
    const elsewhere = companies.filter(({ worker }) => worker !== stopped)
    const writers = startWriters(companies)
    const of = (some: typeof companies) => writers.filter(({ user }) => some.some(company => company.user === user))
    await acknowledged(writers, 5)

    await cluster.stopWorker(stopped)
    onTestFailed(() => cluster.startWorker(stopped))
    for (const writer of of(there)) await until(writer, () => writer.refused > 0)
    await acknowledged(of(elsewhere), 10)
    const refusedElsewhere = of(elsewhere).map(({ refused }) => refused)
    await cluster.startWorker(stopped)
    await acknowledged(writers, 5)
    for (const writer of writers) await writer.stop()

    expect(refusedElsewhere).toEqual(elsewhere.map(() => 0))
    await tellAgain(cluster)
    for (const writer of writers) await expectStoredOnce(crm, writer)
  })

  test('a worker is added and takes its part of the companies, and nothing acknowledged is lost', async () => {
    const { crm, cluster, companies } = started ?? unreachable()
    const writers = startWriters(companies)
    await acknowledged(writers, 5)

    const added = await cluster.addWorker()
    await crm.sql`select rebalance_table_shards(shard_transfer_mode => 'force_logical')`
    await acknowledged(writers, 5)
    for (const writer of writers) await writer.stop()

    const [moved] = await crm.sql`select count(*)::int as shards from citus_shards where nodeport = ${added}`
    expect(moved?.shards).toBeGreaterThan(0)
    for (const writer of writers) await expectStoredOnce(crm, writer)
  })
})

/** What the coordinator does every minute: workers may have promised to store what they were not told to store any more. */
async function tellAgain({ url }: CitusCluster) {
  // A connection of before may still hold one to the worker, which ended with it.
  const sql = connect(url)
  await sql`select recover_prepared_transactions()`
  await sql.end()
}

interface OnWorker {
  user: TestUser
  worker: number
}

/** Two companies at least on each worker. */
async function startOnCluster(programs: string) {
  const cluster = await startCitusCluster(programs, 2)
  afterAll(cluster.remove)
  await migrateJobs(cluster.url)
  await migrate(cluster.url, [crmMigrations])
  const name = new URL(cluster.url).pathname.slice(1)
  const sql = connect(cluster.url)
  // Few shards are distributed and moved sooner.
  await sql.unsafe(`alter database ${name} set citus.shard_count = 4`)
  await FIRST_COMPANY.add(cluster.url)
  await sql`
    insert into crm.organization (company_id, name, owner_id, visible_to)
    select u.company_id, ${FROM_BEFORE}, u.id, 7 from crm.app_user u order by u.id limit 1`
  await sql.end()
  await distribute(cluster.url, tablePlacement)
  const given = { url: cluster.url, distributedBy: await distributedBy(cluster.url), drop: async () => {} }
  const crm = await startTestCrm({ on: given, worker: false })
  const companies: OnWorker[] = [await placed(crm, crm.owner)]
  const few = (port: number) => companies.filter(({ worker }) => worker === port).length < 2
  while (cluster.workers.some(few)) companies.push(await placed(crm, await crm.company()))
  return { crm, cluster, companies }
}

async function placed(crm: TestCrm, user: TestUser): Promise<OnWorker> {
  const [found] = await crm.sql`
    select nodeport from citus_shards
    where shardid = get_shard_id_for_distribution_column('crm.organization', ${user.companyId}::bigint)`
  return { user, worker: found?.nodeport }
}

interface Writer {
  user: TestUser
  /** Fails with what it did not expect. */
  writing: Promise<void>
  /** The names of what was stored, as the answers say. */
  names: string[]
  refused: number
  stop(): Promise<void>
}

function startWriters(companies: readonly OnWorker[]): Writer[] {
  const writers = companies.map(({ user }) => startWriter(user))
  onTestFailed(async () => {
    for (const { stop } of writers) await stop().catch(() => {})
  })
  return writers
}

/** Adds one organization after the other, and changes each. */
function startWriter(user: TestUser): Writer {
  let isOver = false
  const names: string[] = []
  const writer: Writer = { user, names, refused: 0, stop, writing: write() }
  // Whoever waits for it or stops it is told.
  writer.writing.catch(() => {})
  async function write() {
    for (let nr = 0; !isOver; nr++) {
      const name = `${user.companyId}-${nr}-${Date.now()}`
      const added = await user.call('POST', '/api/v2/organizations', { name })
      expect([200, 503], JSON.stringify(added.body)).toContain(added.status)
      if (added.status === 503) {
        writer.refused++
        await sleep(50)
      } else {
        writer.names.push(name)
        const changed = await user.call('PATCH', `/api/v2/organizations/${added.body.data.id}`, { visible_to: 7 })
        expect([200, 503]).toContain(changed.status)
        if (changed.status === 503) writer.refused++
      }
    }
  }
  async function stop() {
    isOver = true
    await writer.writing
  }
  return writer
}

function until({ writing }: Writer, isSo: () => boolean): Promise<void> {
  return Promise.race([writing, vi.waitFor(() => expect(isSo()).toBe(true), { timeout: 120_000, interval: 50 })])
}

/** Waits until each has got so many more answers. */
async function acknowledged(writers: readonly Writer[], more: number): Promise<void> {
  const before = writers.map(({ names }) => names.length)
  for (const [at, writer] of writers.entries())
    await until(writer, () => writer.names.length >= (before[at] ?? 0) + more)
}

async function expectStoredOnce(crm: TestCrm, { user, names }: Writer) {
  const stored = await crm.sql<{ name: string; lines: number }[]>`
    select o.name, (select count(*)::int from crm.change c where c.company_id = o.company_id
      and c.entity = 'organization' and c.entity_id = o.id::text and c.action = 'added') as lines
    from crm.organization o where o.company_id = ${user.companyId} and o.name = any(${names}) order by o.id`
  expect(stored.map(({ name }) => name)).toEqual(names)
  expect(stored.filter(({ lines }) => lines !== 1)).toEqual([])
}

function unreachable(): never {
  throw new Error('there is no cluster')
}
