import { describe, expect, test } from 'vitest'
import { uncommitted, untilWaiting } from '../../testing/heldBack.ts'
import { startTestCrm } from '../../testing/startTestCrm.ts'
import { openTogether } from './together.ts'

describe('calls that come together', () => {
  /** Keeps what it is asked for until it is let go on. */
  function held() {
    const asked: (readonly string[])[] = []
    const goOn: (() => void)[] = []
    const perform = async (texts: readonly string[]) => {
      asked.push(texts)
      await new Promise<void>(resolve => goOn.push(resolve))
      return texts.map(text => text.toUpperCase())
    }
    return { asked, goOn, perform }
  }

  test('those of one turn are shared by two; while both are under way, the others wait', async () => {
    const { call } = openTogether()
    const { asked, goOn, perform } = held()
    const all = ['a', 'b', 'c'].map(text => call('texts', text, perform))
    await endOfTurn()
    await endOfTurn()
    expect(asked).toEqual([['a', 'b'], ['c']])

    all.push(call('texts', 'd', perform))
    await endOfTurn()
    all.push(call('texts', 'e', perform))
    await endOfTurn()
    expect(asked).toEqual([['a', 'b'], ['c']])
    goOn[0]?.()

    await expect.poll(() => asked).toEqual([['a', 'b'], ['c'], ['d', 'e']])
    for (const go of goOn) go()
    expect(await Promise.all(all)).toEqual(['A', 'B', 'C', 'D', 'E'])
  })

  test('beside a small one no large one is begun', async () => {
    const { call } = openTogether()
    const { asked, goOn, perform } = held()
    const all = await turnByTurn(['a', 'b'], text => call('texts', text, perform))
    all.push(...['c', 'd', 'e', 'f', 'g'].map(text => call('texts', text, perform)))
    goOn[0]?.()

    await expect
      .poll(() => asked.slice(2))
      .toEqual([
        ['c', 'd', 'e'],
        ['f', 'g'],
      ])
    for (const go of goOn) go()
    expect(await Promise.all(all)).toEqual(['A', 'B', 'C', 'D', 'E', 'F', 'G'])
  })

  test('calls of another key do not wait, and nobody waits for what does not come to an end', async () => {
    const { call } = openTogether()
    const { asked, goOn, perform } = held()
    const all = await turnByTurn(['a', 'b'], text => call('texts', text, perform))
    all.push(...['c', 'd'].map(text => call('texts', text, perform)))
    all.push(call('others', 'x', perform))
    await endOfTurn()

    expect(asked).toEqual([['a'], ['b'], ['x']])
    await expect.poll(() => asked.at(-1)).toEqual(['c', 'd'])
    for (const go of goOn) go()
    expect(await Promise.all(all)).toEqual(['A', 'B', 'C', 'D', 'X'])
  })

  test.each([
    ['refused by the database are done again, each by itself', { severity: 'ERROR' }, [['c', 'd'], ['c'], ['d']], 'D'],
    ['cut off are not done again: they may be stored', { code: 'CONNECTION_CLOSED' }, [['c', 'd']], 'failed'],
  ])('those that were %s', async (_, error, asked, ofD) => {
    const { call } = openTogether()
    const { goOn, perform } = held()
    const first = await turnByTurn(['a', 'b'], text => call('texts', text, perform))
    const tried: (readonly string[])[] = []
    const refusingC = async (texts: readonly string[]) => {
      tried.push(texts)
      if (texts.includes('c')) throw error
      return texts.map(text => text.toUpperCase())
    }
    const later = ['c', 'd'].map(text => call('texts', text, refusingC).catch(() => 'failed'))
    goOn[0]?.()
    await expect.poll(() => tried[0]).toEqual(['c', 'd'])
    goOn[1]?.()

    expect(await Promise.all([...first, ...later])).toEqual(['A', 'B', 'failed', ofD])
    expect(tried).toEqual(asked)
  })
})

/** The calls of this turn of the event loop have been done by then. */
const endOfTurn = () => new Promise(resolve => setImmediate(resolve))

/** Calls that do not come in one turn. */
async function turnByTurn(
  texts: readonly string[],
  call: (text: string) => Promise<string>,
): Promise<Promise<string>[]> {
  const calls: Promise<string>[] = []
  for (const text of texts) {
    calls.push(call(text))
    await endOfTurn()
  }
  return calls
}

/** By then a lane that does not answer is not chosen: see `lanes.ts`. */
const pastSilence = () => new Promise(resolve => setTimeout(resolve, 200))

describe('records that are added at the same moment', async () => {
  const crm = await startTestCrm()

  test.each([
    ['deals', 'deal', 'title'],
    ['persons', 'person', 'name'],
    ['organizations', 'organization', 'name'],
  ])('%s: each caller gets their own, the log names each call and who made it', async (path, entity, name) => {
    const colleague = await crm.colleague(crm.owner)
    const callers = [crm.owner, colleague]
    const calls = Array.from({ length: 40 }, (_, nr) => ({ nr, caller: callers[nr % 2] ?? crm.owner }))

    const answers = await Promise.all(
      calls.map(async ({ nr, caller }) => {
        const version = nr % 3 === 0 ? 'v1' : 'v2'
        const { status, headers, body } = await caller.call('POST', `/${version}/${path}`, { [name]: `Number ${nr}` })
        return { ...body.data, answered: status, correlation: headers.get('x-correlation-id') }
      }),
    )

    expect(answers.map(({ answered, [name]: named }) => [answered, named])).toEqual(
      calls.map(({ nr }) => [nr % 3 === 0 ? 201 : 200, `Number ${nr}`]),
    )
    expect(new Set(answers.map(({ id }) => id)).size).toBe(calls.length)
    const lines =
      await crm.sql`select entity_id::int as id, actor_id, correlation_id, after ->> ${name} as name from crm.change
      where company_id = ${crm.owner.companyId} and entity = ${entity} and action = 'added'`
    const byId = new Map(lines.map(({ id, ...line }) => [id, line]))
    expect(lines.length).toBe(calls.length)
    for (const { nr, caller } of calls)
      expect(byId.get(answers[nr].id)).toEqual({
        actor_id: caller.userId,
        correlation_id: answers[nr].correlation,
        name: `Number ${nr}`,
      })
  })

  test.skipIf(crm.database.isDistributed)('one that cannot be stored is refused alone', async () => {
    const persons = await Promise.all(
      ['Held', 'Held as well', 'Going', 'Free'].map(
        async name => (await crm.owner.call('POST', '/v2/persons', { name })).body.data.id,
      ),
    )
    const [held, heldToo, going, free] = persons
    const commit = await uncommitted(crm, async sql => {
      await sql`select from crm.person where id in (${held}, ${heldToo}) for update`
      await sql`delete from crm.person where id = ${going}`
    })
    const add = (title: string, person_id: number) => crm.owner.call('POST', '/v2/deals', { title, person_id })
    const before = [add('First', held)]
    await untilWaiting(crm, 1)
    await pastSilence()
    before.push(add('Second', heldToo))
    await untilWaiting(crm, 2)
    await pastSilence()

    const after = [add('Third', free), add('Of nobody', going), add('Fourth', free), add('Fifth', free)]
    await untilWaiting(crm, 3)
    await commit()

    const statuses = (await Promise.all([...before, ...after])).map(({ status }) => status)
    // The person was removed for good between the look for it and the insert, which nothing in the product does.
    expect(statuses).toEqual([200, 200, 200, 500, 200, 200])
    const stored = await crm.sql`select title from crm.deal where company_id = ${crm.owner.companyId}
      and title in ('First', 'Second', 'Third', 'Of nobody', 'Fourth', 'Fifth') order by id`
    expect(stored.map(({ title }) => title).toSorted()).toEqual(['Fifth', 'First', 'Fourth', 'Second', 'Third'])
  })
})

describe('deals that are changed at the same moment', async () => {
  const crm = await startTestCrm()
  const aDeal = async (values: object = {}): Promise<number> =>
    (await crm.owner.call('POST', '/v2/deals', { title: 'Before', value: 1, ...values })).body.data.id
  const linesOf = (ids: readonly number[]) => crm.sql`
    select entity_id::int as id, actor_id, correlation_id, before, after -> 'title' as title, after -> 'version' as version
    from crm.change where company_id = ${crm.owner.companyId} and entity = 'deal' and action = 'updated'
      and entity_id = any(${ids.map(String)}::text[]) order by seq`

  test('each caller gets their own; the log has what each has changed, by which call', async () => {
    const colleague = await crm.colleague(crm.owner)
    const ids = await Promise.all(Array.from({ length: 40 }, () => aDeal()))

    const began = Math.floor(Date.now() / 1000) * 1000
    const answers = await Promise.all(
      ids.map(async (id, nr) => {
        const [method, version] = nr % 3 === 0 ? (['PUT', 'v1'] as const) : (['PATCH', 'v2'] as const)
        const caller = nr % 2 === 0 ? crm.owner : colleague
        const change = { title: `Number ${nr}`, ...(nr % 5 > 0 && { value: nr % 4 === 0 ? 1 : nr }) }
        const { status, headers, body } = await caller.call(method, `/${version}/deals/${id}`, change)
        return { id, nr, caller, change, status, data: body.data, correlation: headers.get('x-correlation-id') }
      }),
    )

    const lines = new Map((await linesOf(ids)).map(({ id, ...line }) => [id, line]))
    expect(lines.size).toBe(ids.length)
    expect(answers.every(({ data }) => Date.parse(data.update_time) >= began)).toBe(true)
    for (const { id, nr, caller, change, status, data, correlation } of answers) {
      expect([status, data]).toMatchObject([200, { id, ...change }])
      const before = { title: 'Before', ...(change.value !== undefined && change.value !== 1 && { value: 1 }) }
      expect(lines.get(id)).toEqual({
        actor_id: caller.userId,
        correlation_id: correlation,
        before,
        title: `Number ${nr}`,
        version: 2,
      })
    }
  })

  test('of one deal: all are made, one after the other', async () => {
    const id = await aDeal()
    const titles = Array.from({ length: 30 }, (_, nr) => `Title ${nr}`)

    const answers = await Promise.all(titles.map(title => crm.owner.call('PATCH', `/v2/deals/${id}`, { title })))

    expect(answers.map(({ status, body }) => [status, body.data.title])).toEqual(titles.map(title => [200, title]))
    const lines = await linesOf([id])
    expect(lines.map(({ title }) => title).toSorted()).toEqual(titles.toSorted())
    expect(lines.map(({ version }) => version)).toEqual(titles.map((_, nr) => nr + 2))
    expect(lines.map(({ before }) => before.title)).toEqual(['Before', ...lines.slice(0, -1).map(({ title }) => title)])
  })

  test('what one of them may not do, or need not, is told to its caller alone', async () => {
    const stranger = await crm.colleague(crm.owner)
    const ids = await Promise.all(Array.from({ length: 18 }, () => aDeal()))
    const unchanged = await aDeal()
    const older = await aDeal()
    const gone = await aDeal()
    await crm.owner.call('DELETE', `/v2/deals/${gone}`)
    const hidden = await aDeal({ visible_to: 1 })
    const ownersAlone = await aDeal({ visible_to: 1 })
    const priced = await aDeal()
    const { body } = await crm.owner.call('POST', '/v2/products', { name: 'Roof' })
    const line = { product_id: body.data.id, item_price: 50, quantity: 2 }
    await crm.owner.call('POST', `/v2/deals/${priced}/products`, line)
    const etag = { 'if-match': '"7"' }
    const change = (id: number, title: string, headers?: Record<string, string>, caller = stranger) =>
      caller.call('PATCH', `/v2/deals/${id}`, { title }, headers)

    const [others, missing, deleted, unseen, same, stale, seen, taken, valued] = await Promise.all([
      Promise.all(ids.map(id => change(id, 'After'))),
      change(99_999_999, 'After'),
      change(gone, 'After'),
      change(hidden, 'After'),
      change(unchanged, 'Before'),
      change(older, 'After', etag),
      change(ownersAlone, 'After', {}, crm.owner),
      stranger.call('PATCH', `/v2/deals/${older}`, { label_ids: [4711] }),
      stranger.call('PATCH', `/v2/deals/${priced}`, { title: 'After', value: 7 }),
    ])

    expect(others.map(({ status }) => status)).toEqual(others.map(() => 200))
    expect([missing, deleted, unseen, same, stale, seen, taken, valued].map(({ status }) => status)).toEqual([
      404, 410, 404, 200, 412, 200, 400, 200,
    ])
    expect(taken.body.field).toBe('label_ids')
    expect(same.headers.get('etag')).toBe('"1"')
    expect(valued.body.data).toMatchObject({ title: 'After', value: 100 })
    expect((await linesOf([...ids, unchanged, older, gone, hidden, ownersAlone])).length).toBe(others.length + 1)
  })
})
