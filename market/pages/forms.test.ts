import { describe, expect, test } from 'vitest'
import { askPage } from '../testing/askPage.ts'
import { buy, post } from '../testing/books.ts'
import { givePassword } from '../testing/people.ts'
import { startTestMarket } from '../testing/startTestMarket.ts'

const market = await startTestMarket()
const anna = await market.member({ firstName: 'Anna' })
const ben = await market.member({ firstName: 'Ben' })

const ask = (path: string, call: Parameters<typeof askPage>[2] = {}) => askPage(market, path, call)

describe('pages say what is so', () => {
  test('a wrong password for leaving is told where it was typed', async () => {
    await givePassword(market, ben)

    const html = await (await ask('/settings/leave', { member: ben, form: { password: 'not mine' } })).text()

    expect(html).toMatch(/<details class="leave" open="">.*role="alert">The current password is wrong/s)
    expect(html).not.toContain('marked field')
  })

  test('a profile that is refused comes back as it was typed', async () => {
    const member = await market.member()
    const form = { firstName: ' ', lastName: 'Newname', venmoUsername: 'newpay', CMC: '77' }

    const html = await (await ask('/settings/profile', { member, form })).text()

    for (const typed of ['Newname', 'newpay', '77']) expect(html).toContain(`value="${typed}"`)
  })

  test('a book in a sale is not offered for editing, and 409 for its form', async () => {
    const book = await post(market, anna)
    await buy(market, await market.member(), book)

    const html = await (await ask(`/books/${book}`, { member: anna })).text()

    expect(html).not.toContain('/edit"')
    expect((await ask(`/books/${book}/edit`, { member: anna })).status).toBe(409)
  })

  test('a filter that is refused is not an empty shelf', async () => {
    const response = await ask('?maxPrice=cheap')
    const html = await response.text()

    expect(response.status).toBe(400)
    expect(html.replace(/<details class="filters".*<\/details>/s, '')).toContain('role="alert"')
    expect(html).not.toContain('No books here yet')
  })

  test('the help names the days the operator has set', async () => {
    await market.sql`update market.setting set warn_days = 3, drop_off_days = 1`

    const html = await (await ask('/help')).text()

    await market.sql`update market.setting set warn_days = 7, drop_off_days = 2`
    expect(html).toContain('you are told 3 days before')
    expect(html).toContain('drop it off within one day. After 2 days')
  })

  test('older notices are a link away', async () => {
    const member = await market.member()
    await market.sql`
      insert into market.notice (account_id, event_key, kind, message, at)
      select ${member.id}, n::text, 'bookPosted', 'Notice ' || n || '.', now() from generate_series(1, 51) n`

    const first = await (await ask('/notices?done=read', { member })).text()
    const [, next = ''] = /href="\/market(\/notices\?[^"]+)"/.exec(first) ?? []
    const second = await (await ask(next, { member })).text()

    expect([next, first.includes('Notice 1.'), second.includes('Notice 1.')]).toEqual(['/notices?skip=50', false, true])
    expect(second).not.toContain('Older')
  })
})

test('a wrong domain is marked beside the universities, in words', async () => {
  const owner = await market.member({ permissionType: 2 })
  const response = await ask('/dashboard/settings', { member: owner, form: { universities: 'Campus: not a domain' } })
  const html = await response.text()

  expect(response.status).toBe(400)
  expect(html).toContain('href="#f-universities"')
  expect(html).toMatch(/id="e-universities"[^>]*>[^<]*is not a mail domain/)
})

test('the sale starts with its heading, then the ISBN, then the form', async () => {
  const html = await (await ask('/sell', { member: anna })).text()

  const places = ['<h1>Sell a book', 'id="start-isbn"', 'id="f-name"'].map(part => html.indexOf(part))
  expect(places).toEqual([...places].sort((a, b) => a - b))
  expect(places).not.toContain(-1)
})
