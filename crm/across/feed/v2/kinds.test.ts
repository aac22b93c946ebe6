import { afterAll, describe, expect, test } from 'vitest'
import { type EventReader, readEvents } from '../../../testing/eventReader.ts'
import { type Life, livesOfEachKind, shownOf } from '../../../testing/livesOfEachKind.ts'
import { startTestCrm, type TestUser } from '../../../testing/startTestCrm.ts'
import { takeRights } from '../../../testing/takeRights.ts'
import { FED } from '../kinds.ts'

const crm = await startTestCrm()
const admin = crm.owner
const nora = await crm.colleague(admin)
await takeRights(crm, nora, 'can_see_other_users_statistics', 'can_see_company_wide_statistics')
const stranger = await crm.company()
const [open, hidden]: Record<string, Life>[] = [
  await livesOfEachKind(crm, admin),
  await livesOfEachKind(crm, admin, { visible_to: 1, tag: 'hidden' }),
]

const begun = (await admin.call('GET', '/v2/changes?cursor=latest')).body.additional_data.next_cursor
const [following, noras] = [
  await readEvents(crm.origin, admin, `/v2/changes/stream?cursor=${begun}`),
  await readEvents(crm.origin, nora, `/v2/changes/stream?cursor=${begun}`),
]
afterAll(() => Promise.all([following.close(), noras.close()]))
const hiddenIds = new Set<string>()

interface Told {
  item: string
  item_id: number | string
  action: string
  record: unknown
}

const latest = async (user: TestUser) =>
  (await user.call('GET', '/v2/changes?cursor=latest')).body.additional_data.next_cursor

async function feed(user: TestUser, cursor: string, item: string): Promise<Told[]> {
  const { status, body } = await user.call('GET', `/v2/changes?cursor=${cursor}&items=${item}&include=records`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}

const short = ({ item, item_id, action }: Told) => `${item} ${item_id} ${action}`

/** Who does not see everything sees what is their own, or on records they see: none of these when those are hidden. */
const HIDEABLE = new Set([
  ...['activity', 'call_log', 'comment', 'deal', 'deal_installment', 'deal_product', 'file', 'filter', 'goal', 'lead'],
  ...['note', 'organization', 'organization_relationship', 'person', 'product', 'subscription'],
])

test('every kind of record is in the feed, but mail', async () => {
  const tables = await crm.sql<{ name: string }[]>`
    select table_name as name from information_schema.columns where table_schema = 'crm' and column_name = 'version'`
  const told = new Set<string>(FED.map(({ table }) => table))

  // Accounts and webhooks are settings of one person, and not in the log.
  const untold = ['mail_account', 'mail_message', 'mail_thread', 'webhook']
  expect(tables.map(({ name }) => name).filter(name => !told.has(name))).toEqual(expect.arrayContaining(untold))
  expect(tables).toHaveLength(told.size + untold.length)
  expect(Object.keys(open ?? {}).sort()).toEqual(FED.map(kind => kind.logged).sort())
})

describe('each kind is told of when it is added, changed and deleted', () => {
  test.each(FED.map(kind => kind.logged))('%s', async item => {
    const life = lifeOf(open, item)
    const cursors = { admin: await latest(admin), nora: await latest(nora), stranger: await latest(stranger) }

    const id = await life.add()
    const [added] = await feed(admin, cursors.admin, item)
    expect(added).toMatchObject({ item, item_id: id, action: 'added' })
    expect(added?.record).toEqual(await shownOf(admin, life, id))
    const expected = [`${item} ${id} added`]
    if (life.change) {
      await done(life.change(id))
      const [, updated] = await feed(admin, cursors.admin, item)
      expect(updated?.record).toEqual(await shownOf(admin, life, id))
      expect(updated?.record).not.toEqual(added?.record)
      expected.push(`${item} ${id} updated`)
    }
    if (life.remove) {
      await done(life.remove(id))
      expected.push(`${item} ${id} deleted`)
    }

    expect((await feed(admin, cursors.admin, item)).map(short)).toEqual(expected)
    // Of what was deleted for good and is seen with something else, its end alone can still be judged.
    const toldNora = (await feed(nora, cursors.nora, item)).map(short)
    expect(toldNora.at(-1)).toBe(item === 'goal' ? undefined : expected.at(-1))
    expect(await feed(stranger, cursors.stranger, item)).toEqual([])
  })

  test.each([...HIDEABLE])('%s that is hidden, or on something hidden, to nobody else', async item => {
    const life = lifeOf(hidden, item)
    const [cursor, foreign] = [await latest(nora), await latest(stranger)]

    const id = await life.add()
    hiddenIds.add(`${item} ${id}`)
    if (life.change) await done(life.change(id))
    expect(await feed(nora, cursor, item)).toEqual([])
    if (life.remove) await done(life.remove(id))

    expect(await feed(nora, cursor, item)).toEqual([])
    expect(await feed(stranger, foreign, item)).toEqual([])
  })

  test('by the stream as by the feed, and what is hidden is in no stream of others', async () => {
    const last = await open?.project_board?.add()
    const toldBy = (stream: EventReader) => stream.events.filter(({ event }) => event === 'change').map(one => one.data)
    for (const stream of [following, noras])
      await expect.poll(() => toldBy(stream).at(-1)).toMatchObject({ item: 'project_board', item_id: last })

    const { data } = (await admin.call('GET', `/v2/changes?cursor=${begun}&limit=500`)).body
    expect(toldBy(following)).toEqual(data)
    expect(hiddenIds.size).toBe(HIDEABLE.size)
    const toldNora = toldBy(noras).map(({ item, item_id }) => `${item} ${item_id}`)
    expect(toldNora.filter(line => hiddenIds.has(line))).toEqual([])
    expect(new Set(toldNora.map(line => line.split(' ')[0])).size).toBe(FED.length - 1)
  })
})

function lifeOf(lives: Record<string, Life> | undefined, item: string): Life {
  const life = lives?.[item]
  if (!life) throw new Error(`livesOfEachKind has no ${item}`)
  return life
}

async function done(call: Parameters<TestUser['call']>): Promise<void> {
  const { status, body } = await admin.call(...call)
  expect(status, `${call} ${JSON.stringify(body)}`).toBeLessThan(300)
}
