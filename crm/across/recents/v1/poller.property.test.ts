import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commandLine } from '../../../base/changes/author.ts'
import { updateRecord } from '../../../base/changes/write.ts'
import { aDeal, aPerson } from '../../../testing/builders.ts'
import { randomFrom } from '../../../testing/randomFrom.ts'
import { startTestCrm, type TestUser } from '../../../testing/startTestCrm.ts'

const crm = await startTestCrm()

/** Times on the wire are whole seconds: writing has to go on over some of them, or every poll begins at the same one. */
const WRITING_MS = 4_000
const LONG_AGO = '2000-01-01 00:00:00'

const seconds = () => Date.now() / 1000

/** Somebody who keeps a copy of everything by asking for what is recent, a few at a time. */
function poller(user: TestUser) {
  const copy = new Map<string, string>()
  let since = LONG_AGO

  async function poll(limit: number): Promise<void> {
    let start = 0
    for (let page = 0; page < 500; page++) {
      const query = new URLSearchParams({
        since_timestamp: since,
        items: 'deal,person',
        start: `${start}`,
        limit: `${limit}`,
      })
      const { body } = await user.call('GET', `/v1/recents?${query}`)
      for (const { item, id, data } of body.data)
        copy.set(
          `${item} ${id}`,
          item === 'deal' ? `${data.title} ${data.deleted}` : `${data.name} ${!data.active_flag}`,
        )
      const { next_start, last_timestamp_on_page } = body.additional_data
      if (next_start === undefined) {
        since = last_timestamp_on_page
        return
      }
      start = next_start
    }
    throw new Error('recents never ends')
  }
  return { copy, poll }
}

/** Changes records over the API, and some in transactions that stay open for up to two seconds. */
async function write(user: TestUser, random: () => number, until: number, ids: { deals: number[]; persons: number[] }) {
  const oneOf = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]
  for (let nr = 0; seconds() < until; nr++) {
    const choice = random()
    const [deal, person] = [oneOf(ids.deals), oneOf(ids.persons)]
    if (choice < 0.2) ids.deals.push((await aDeal(user, { title: `new ${nr}` })).id)
    else if (choice < 0.4) ids.persons.push((await aPerson(user, { name: `new ${nr}` })).id)
    else if (choice < 0.5) await user.call('DELETE', `/v2/deals/${deal}`)
    else if (choice < 0.6) await user.call('PATCH', `/v2/deals/${deal}`, { is_deleted: false, title: `back ${nr}` })
    else if (choice < 0.8) await user.call('PATCH', `/v2/persons/${person}`, { name: `changed ${nr} ${random()}` })
    else
      await crm.database.write(async sql => {
        await updateRecord(commandLine(sql, user.companyId), 'person', person ?? 0, { name: `late ${nr} ${random()}` })
        await new Promise(resolve => setTimeout(resolve, random() * 2_000))
      })
  }
}

test('a client that polls while others write ends with exactly what they have written', async () => {
  const user = crm.owner
  const ids = { deals: [(await aDeal(user)).id], persons: [(await aPerson(user)).id] }
  const { copy, poll } = poller(user)
  const [seed = 1] = fc.sample(fc.integer(), 1)
  const random = randomFrom(seed)
  const until = seconds() + WRITING_MS / 1000
  const writing = Promise.all([1, 2, 3, 4].map(() => write(user, random, until, ids)))

  while (seconds() < until) await poll(1 + Math.floor(random() * 10))
  await writing
  await poll(7)

  const stored = await crm.sql<{ key: string; state: string }[]>`
    select 'deal ' || id as key, title || ' ' || is_deleted as state from crm.deal where company_id = ${user.companyId}
    union all
    select 'person ' || id, name || ' ' || is_deleted from crm.person where company_id = ${user.companyId}`
  expect(Object.fromEntries(copy), `seed ${seed}`).toEqual(
    Object.fromEntries(stored.map(({ key, state }) => [key, state])),
  )
}, 30_000)
