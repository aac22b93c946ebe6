import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '@portico/kit/database/connect'
import { distributedBy } from '@portico/kit/database/distributedBy'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { commandLine } from '../../../base/changes/author.ts'
import { updateRecord } from '../../../base/changes/write.ts'
import { type EventReader, readEvents } from '../../../testing/eventReader.ts'
import { randomFrom } from '../../../testing/randomFrom.ts'
import { startTestCrm, type TestUser } from '../../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const column = await distributedBy(crm.databaseUrl)

const WRITERS = 8
const STEPS = 10
const KINDS = { deal: 'title', person: 'name' } as const
type Kind = keyof typeof KINDS

/** A copy of what somebody sees, kept by what the feed tells. */
function mirror() {
  const copy = new Map<string, string>()
  return {
    copy,
    // biome-ignore lint/suspicious/noExplicitAny: as it came
    take({ item, item_id, action, record }: any) {
      const key = `${item} ${item_id}`
      if (action === 'hidden' || action === 'purged' || record?.is_deleted) copy.delete(key)
      else if (record) copy.set(key, record[KINDS[item as Kind]])
    },
  }
}

/** Asks for what is new, a few at a time. */
function feedFollower(user: TestUser) {
  const { copy, take } = mirror()
  let cursor: string | undefined
  async function catchUp(limit: number) {
    for (let isMore = true; isMore; ) {
      const query = new URLSearchParams({
        items: 'deal,person',
        include: 'records',
        limit: `${limit}`,
        ...(cursor && { cursor }),
      })
      const { status, body } = await user.call('GET', `/v2/changes?${query}`)
      // Connections to the database are cut now and then.
      if (status >= 500) return
      body.data.forEach(take)
      cursor = body.additional_data.next_cursor
      isMore = body.additional_data.more_items_in_collection
    }
  }
  return { copy, catchUp }
}

/** Listens, and after every break goes on behind the last event. */
async function streamFollower(user: TestUser) {
  const { copy, take } = mirror()
  let reader: EventReader | undefined
  let taken = 0
  async function open(lastId: string) {
    const behind = lastId ? { 'last-event-id': lastId } : undefined
    reader = await readEvents(crm.origin, user, '/v2/changes/stream?items=deal,person&include=records', behind)
    taken = 0
  }
  function takeAll() {
    for (const { event, data } of reader?.events.slice(taken) ?? []) if (event === 'change') take(data)
    taken = reader?.events.length ?? 0
  }
  await open('')
  return {
    copy,
    takeAll,
    async breakOff() {
      takeAll()
      const lastId = reader?.lastId() ?? ''
      await reader?.close()
      takeAll()
      await open(reader?.lastId() || lastId)
    },
    close: () => reader?.close(),
  }
}

/** Changes records over the API, and in transactions that are long, are rolled back, or lose their connection. */
async function write(user: TestUser, random: () => number, writer: number, ids: Record<Kind, number[]>) {
  for (let nr = 0; nr < STEPS; nr++) {
    const kind: Kind = random() < 0.5 ? 'deal' : 'person'
    const id = ids[kind][Math.floor(random() * ids[kind].length)] ?? 0
    const field = KINDS[kind]
    const text = `${writer}/${nr}`
    const choice = random()
    const path = `/v2/${kind}s/${id}`
    if (choice < 0.25) {
      const { body } = await user.call('POST', `/v2/${kind}s`, { [field]: text, visible_to: random() < 0.5 ? 7 : 1 })
      if (body?.data) ids[kind].push(body.data.id)
    } else if (choice < 0.4) await user.call('PATCH', path, { [field]: text })
    else if (choice < 0.6) await user.call('PATCH', path, { visible_to: random() < 0.5 ? 7 : 1, [field]: text })
    else if (choice < 0.7) await user.call('DELETE', path)
    else if (choice < 0.75) await user.call('PATCH', path, { is_deleted: false })
    else
      await transaction(
        user,
        kind,
        id,
        { [field]: text },
        choice < 0.85 ? 'commit' : choice < 0.95 ? 'rollback' : 'kill',
        random() * 250,
      )
  }
}

async function transaction(user: TestUser, kind: Kind, id: number, values: object, how: string, ms: number) {
  const client = connect(crm.databaseUrl, { distributedBy: column })
  await client
    .begin(async sql => {
      await updateRecord(commandLine(sql, user.companyId), kind, id, { ...values })
      const [own] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
      await sleep(ms)
      if (how === 'kill') await crm.sql`select pg_terminate_backend(${own?.pid ?? 0}::integer)`
      if (how === 'rollback') throw new Error('rolled back')
    })
    .catch(() => {})
  await client.end({ timeout: 1 })
}

/** What somebody sees in the lists. Connections that were ended are noticed when they are used: 503, and the next call is answered. */
async function listed(user: TestUser): Promise<Record<string, string>> {
  const seen: Record<string, string> = {}
  for (const kind of ['deal', 'person'] as const) {
    const list = await vi.waitFor(async () => {
      const { status, body } = await user.call('GET', `/v2/${kind}s?limit=500`)
      expect(status).toBe(200)
      return body.data
    })
    for (const record of list) seen[`${kind} ${record.id}`] = record[KINDS[kind]]
  }
  return seen
}

test('who follows by feed or stream, as admin or not, ends with exactly what the lists show', async () => {
  const user = crm.owner
  const nora = await crm.colleague(user)
  const feeds = [feedFollower(user), feedFollower(nora)]
  const streams = [await streamFollower(user), await streamFollower(nora)]
  const [seed = 1] = fc.sample(fc.integer(), 1)
  const random = randomFrom(seed)
  const ids = { deal: [1], person: [1] }
  // Whatever the random writers delete or hide, each reader has these to compare.
  for (let nr = 0; nr < 6; nr++) await user.call('POST', '/v2/deals', { title: `for all, ${nr}`, visible_to: 7 })
  let isWriting = true

  const following = (async () => {
    for (let round = 0; isWriting; round++) {
      await Promise.all(feeds.map(feed => feed.catchUp(1 + Math.floor(random() * 20))))
      if (round % 5 === 2) await streams[round % 2]?.breakOff()
      if (round === 3)
        await crm.sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name = 'portico' and xact_start is null and pid <> pg_backend_pid()`
      await sleep(30)
    }
  })()
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(user, random, writer, ids)))
  isWriting = false
  await following

  for (const [nr, reader] of [user, nora].entries()) {
    const expected = await listed(reader)
    await feeds[nr]?.catchUp(50)
    expect(Object.fromEntries(feeds[nr]?.copy ?? []), `feed, seed ${seed}`).toEqual(expected)
    await expect
      .poll(
        () => {
          streams[nr]?.takeAll()
          return Object.fromEntries(streams[nr]?.copy ?? [])
        },
        { message: `stream, seed ${seed}` },
      )
      .toEqual(expected)
    expect(Object.keys(expected).length).toBeGreaterThan(5)
  }
  for (const stream of streams) await stream.close()
})
