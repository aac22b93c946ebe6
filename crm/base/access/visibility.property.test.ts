import fc from 'fast-check'
import { expect, test } from 'vitest'
import { everyRow } from '../../testing/everyRow.ts'
import { startTestCrm, type TestUser } from '../../testing/startTestCrm.ts'
import { data, type Ids, idsOf, READS } from '../../testing/visibilityReads.ts'
import { build, PLURAL, plans, sees, type World } from '../../testing/visibilityWorld.ts'
import { CHANGES, mayWrite, refusal, type Sent } from '../../testing/visibilityWrites.ts'

/**
 * Random trees of groups, people, permission sets and records: on every way to read, a person gets what the rule in
 * plain words says (`sees`), and on every way to write a record that the rule hides is missing.
 */
const crm = await startTestCrm()

// Each run is a company of its own and some hundred calls, so a counterexample is not made smaller.
const FEW_RUNS = { numRuns: 3, seed: Number(process.env.PORTICO_TEST_SEED ?? 7), endOnFailure: true }

test('every way to read gives what the rule says', { timeout: 120_000 }, () =>
  fc.assert(
    fc.asyncProperty(plans, async plan => {
      const world = await build(crm, plan)
      const wrong: unknown[] = []
      for (const [at, user] of world.users.entries())
        for (const [name, { kinds, ids }] of Object.entries(READS))
          for (const kind of kinds) {
            const expected = idsOf(world.records.filter(record => record.kind === kind && sees(plan, at, record)))
            const known = idsOf(world.records.filter(record => record.kind === kind))
            const told = (await ids(user, kind, world)).filter(id => known.includes(id))
            if (!same(told, expected)) wrong.push({ name, kind, user: at, told, expected })
          }
      expect(wrong).toEqual([])
      expect(await permitted(world)).toEqual([])
      expect(await notesSeen(world)).toEqual([])
    }),
    FEW_RUNS,
  ),
)

/** A note is listed and found by those who see all records it is on. */
async function notesSeen({ plan, users, notes }: World): Promise<unknown[]> {
  const wrong: unknown[] = []
  for (const [at, user] of users.entries()) {
    const expected = idsOf(notes.filter(({ on }) => on.every(record => sees(plan, at, record))))
    const listed = idsOf((await data(user, '/v1/notes?limit=500')).data)
    const found: Ids = []
    for (const { id } of notes) if ((await user.call('GET', `/v1/notes/${id}`)).status === 200) found.push(id)
    if (!same(listed, expected) || !same(found, expected)) wrong.push({ user: at, listed, found, expected })
  }
  return wrong
}

/** `permittedUsers` asks the same from the side of the record; whoever sees it is told the same. */
async function permitted({ plan, users, records }: World): Promise<unknown[]> {
  const wrong: unknown[] = []
  for (const { id, ...record } of records) {
    const who = users.flatMap((user, at) => (sees(plan, at, record) ? [user] : []))
    const [asking] = who
    if (!asking) continue
    const { data: told } = await data(asking, `/v1/${PLURAL[record.kind]}/${id}/permittedUsers`)
    const mine = (told as number[]).filter(userId => users.some(user => user.userId === userId))
    if (
      !same(
        mine,
        who.map(user => user.userId),
      )
    )
      wrong.push({ id, record, mine, who: who.map(user => user.userId) })
  }
  return wrong
}

function same(one: Ids, other: Ids): boolean {
  return one.length === other.length && [...one].map(String).sort().join() === [...other].map(String).sort().join()
}

test(
  'every way to write takes a record that the rule hides for one that is not there, and is open to those who see it',
  { timeout: 120_000 },
  () =>
    fc
      .assert(
        fc.asyncProperty(plans, async plan => {
          const world = await build(crm, plan)
          const wrong: unknown[] = []
          const tell = async (user: TestUser, [method, path, body]: Sent, expected: number | 'done') => {
            const { status } = await user.call(method, path, body)
            if (expected === 'done' ? status >= 300 : status !== expected)
              wrong.push({ method, path, status, expected })
          }
          const before = await rowsAtRest()
          for (const [at, user] of world.users.entries())
            for (const record of world.records)
              for (const write of CHANGES.filter(({ kind }) => kind === record.kind)) {
                const other = world.records.find(({ kind, id }) => kind === record.kind && id !== record.id)?.id ?? 0
                const refused = refusal(world, at, write, record)
                if (refused) await tell(user, write.sent(record.id, other, user), refused)
              }
          expect(wrong).toEqual([])
          expect(await rowsAtRest()).toEqual(before)

          for (const [at, user] of world.users.entries())
            for (const record of world.records)
              for (const write of CHANGES.filter(({ kind, harmless }) => harmless && kind === record.kind))
                if (!refusal(world, at, write, record)) await tell(user, write.sent(record.id, 0, user), 'done')

          // Each of the others once, by whoever may, on a record of its own: what it leaves behind is in nobody's way.
          for (const [nr, write] of CHANGES.filter(
            ({ harmless, onlyRefused }) => !harmless && !onlyRefused,
          ).entries()) {
            const allowed = world.users.flatMap((user, at) =>
              world.records.flatMap(record => (mayWrite(world, at, write, record) ? [{ user, record }] : [])),
            )
            const { user, record } = allowed[nr % Math.max(1, allowed.length)] ?? {}
            if (!user || !record) continue
            const [id, other] = [await world.copyOf(record), await world.copyOf(record)]
            await tell(user, write.sent(id, other, user), 'done')
            done.add(`${write.kind} ${nr}`)
          }
          expect(wrong).toEqual([])
        }),
        FEW_RUNS,
      )
      .then(() =>
        expect(done.size).toBe(CHANGES.filter(({ harmless, onlyRefused }) => !harmless && !onlyRefused).length),
      ),
)

/** The writes that somebody who may was let do, in any of the runs. */
const done = new Set<string>()

test('nothing is moved into a pipeline that is hidden, and a survivor of a merge has to be seen', async () => {
  const world = await build(crm, {
    parents: [0],
    hidden: [[], [1]],
    users: [
      { role: 0, admin: false, lacking: [] },
      { role: 1, admin: false, lacking: [] },
    ],
    records: [
      { kind: 'deal', owner: 1, visible_to: 7, followers: [], pipeline: 0 },
      { kind: 'deal', owner: 1, visible_to: 7, followers: [], pipeline: 1 },
      { kind: 'lead', owner: 1, visible_to: 7, followers: [], pipeline: 0 },
    ],
  })
  const [above, below] = world.users
  const [seen, hidden, lead] = world.records
  const [, pipeline] = world.pipelines
  const stage = (await above?.call('GET', `/v2/stages?pipeline_id=${pipeline}`))?.body.data[0].id
  const tries: Sent[] = [
    ['POST', '/v2/deals', { title: 'New', pipeline_id: pipeline }],
    ['POST', '/v1/deals', { title: 'New', stage_id: stage }],
    ['PATCH', `/v2/deals/${seen?.id}`, { stage_id: stage }],
    ['PUT', `/v1/deals/${seen?.id}`, { pipeline_id: pipeline }],
    ['PUT', `/v1/deals/${seen?.id}/merge`, { merge_with_id: hidden?.id }],
    ['POST', `/v2/leads/${lead?.id}/convert/deal`, { stage_id: stage }],
    ['POST', '/v2/activities', { subject: 'About it', deal_id: hidden?.id }],
  ]
  const before = await rowsAtRest()

  const statuses = await Promise.all(tries.map(async sent => (await below?.call(...sent))?.status))

  expect(statuses).toEqual(tries.map(() => 400))
  expect(await rowsAtRest()).toEqual(before)
  expect((await below?.call('GET', `/v1/pipelines/${pipeline}`))?.status).toBe(404)
  expect((await above?.call('GET', `/v1/pipelines/${pipeline}`))?.status).toBe(200)
})

/** What a job still converts for an earlier call would count as changed by this one. */
async function rowsAtRest() {
  const underWay = () => crm.sql`select from crm.conversion where status in ('not_started', 'running')`
  await expect.poll(async () => (await underWay()).length).toBe(0)
  return everyRow(crm)
}
