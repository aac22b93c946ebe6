import { describe, expect, test } from 'vitest'
import { eraseAccount } from '../account/eraseAccount.ts'
import { askPage } from '../testing/askPage.ts'
import { releaseTogether } from '../testing/releaseTogether.ts'
import { searchesOf } from '../testing/savedSearches.ts'
import { startTestMarket } from '../testing/startTestMarket.ts'

const market = await startTestMarket()
const { listed, save, saved } = searchesOf(market)

describe('a saved search', () => {
  test('is listed as it was saved, and deleted by its owner only', async () => {
    const [member, stranger] = [await market.member(), await market.member()]
    const id = await saved(member, { name: ' Cheap  maths ', query: 'calculus', maxPrice: 20.5, condition: 'Good' })

    const foreign = await market.send('/user/deleteSavedSearch', { searchID: id }, stranger)
    const muted = await market.send('/user/changeSavedSearch', { searchID: id, mail: false }, stranger)

    expect([foreign.status, muted.status, (await listed(stranger)).length]).toEqual([404, 404, 0])
    expect(await listed(member)).toMatchObject([
      { _id: id, name: 'Cheap maths', query: 'calculus', maxPrice: 20.5, condition: 'Good', course: null, mail: true },
    ])
    expect((await market.send('/user/deleteSavedSearch', { searchID: id }, member)).status).toBe(200)
    expect(await listed(member)).toEqual([])
  })

  test.each([
    [{ query: '' }, 400, 'query'],
    [{ query: ' \u0301 ', maxPrice: 20 }, 400, 'query'],
    [{ maxPrice: 20, condition: 'Good' }, 400, 'query'],
    [{ name: ' ', query: 'x' }, 400, 'name'],
    [{ query: 'x', minPrice: -1 }, 400, 'minPrice'],
    [{ query: '\u0301', course: 'MTH 161' }, 200, undefined],
  ])('%j is answered with %i', async (body, status, field) => {
    const reply = await save(await market.member(), body)

    expect([reply.status, reply.data.field]).toEqual([status, field])
  })

  test('409 for a name that is taken, and for the twenty-first, also of two at once', async () => {
    const member = await market.member()
    for (let number = 1; number < 20; number++) await save(member, { name: `Number ${number}`, query: 'x' })
    const again = await save(member, { name: 'number 7', query: 'y' })

    const both = await releaseTogether(
      market,
      2,
      sql => sql`select from market.account where id = ${member.id} for update`,
      () => ['A', 'B'].map(name => save(member, { name, query: 'x' })),
    )

    expect([again.status, again.data.field]).toEqual([409, 'name'])
    expect(both.map(reply => reply.status).sort()).toEqual([200, 409])
    expect(await listed(member)).toHaveLength(20)
  })
})

test('the pages offer, save, show, mute and delete a search; one that is refused keeps what was typed', async () => {
  const member = await market.member()
  const page = async (path: string, form?: Record<string, string>) => {
    const response = await askPage(market, path, { member, ...(form && { form }) })
    return { status: response.status, to: response.headers.get('location'), html: await response.text() }
  }
  const form = { name: 'From the page', query: 'latin', maxPrice: '20', course: '', condition: '' }

  const listing = await page('?q=latin&maxPrice=20')
  const made = await page('/searches', form)
  const refused = await page('/searches', form)
  const list = await page('/searches')
  const id = (await listed(member))[0]._id
  await page(`/searches/${id}/mail`, { mail: 'false' })
  const muted = await page('/searches')
  await page(`/searches/${id}/delete`, {})

  expect(listing.html).toMatch(/name="query" value="latin".*name="maxPrice" value="20"/s)
  for (const path of ['', '?maxPrice=20']) expect((await page(path)).html).not.toContain('Save this search')
  expect(await (await askPage(market, '?q=latin')).text()).not.toContain('Save this search')
  expect([made.status, made.to]).toEqual([303, '/market/searches?done=searchsaved'])
  expect(refused.status).toBe(409)
  expect(refused.html).toMatch(/value="From the page".*Name of the search is that of another/s)
  expect(list.html).toContain('href="/market?q=latin&amp;maxPrice=20"')
  expect(muted.html).toContain('No mail')
  expect(await listed(member)).toEqual([])
})

test('who leaves takes their searches along, and an export holds them', async () => {
  const member = await market.member()
  await saved(member, { name: 'Exported', query: 'greek' })

  const { data } = await market.get('/user/exportData', member)
  await market.database.write(sql => eraseAccount(sql, member.id, market.clock.now))

  expect(data.savedSearches).toMatchObject([{ name: 'Exported', query: 'greek', mail: true }])
  expect(await market.sql`select from market.saved_search where owner_id = ${member.id}`).toHaveLength(0)
})
