import { describe, expect, test } from 'vitest'
import { askPage } from '../testing/askPage.ts'
import { buy, post } from '../testing/books.ts'
import { aSignup, givePassword } from '../testing/people.ts'
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

describe('signing up', () => {
  test('tells everything that is wrong at once, each at its field', async () => {
    const form = {
      emailAddress: 'ada@gmail.com',
      password: 'short',
      firstName: ' ',
      lastName: 'L',
      university: 'Campus',
    }

    const response = await ask('/signup', { form })
    const html = await response.text()

    expect(response.status).toBe(400)
    expect(html).toContain('Please look at the 5 marked fields.')
    for (const [field, message] of [
      ['emailAddress', 'Sign up with your university address'],
      ['password', 'The password needs at least 8 characters'],
      ['firstName', 'First name must not be empty'],
      ['CMC', 'Campus mailbox must not be empty'],
      ['venmoUsername', 'Payment app name must not be empty'],
    ] as const)
      expect(html).toMatch(new RegExp(`id="e-${field}">${message}`))
    expect(html).not.toContain('id="e-lastName"')
  })

  test('the API tells all of it too', async () => {
    const body = aSignup({ emailAddress: 'nobody', password: 'short', lastName: ' ' })

    const { status, data } = await market.send('/auth/signup', body)

    expect(status).toBe(400)
    expect(data.field).toBe('emailAddress')
    expect(data.fieldProblems.map((one: { field: string }) => one.field)).toEqual([
      'emailAddress',
      'password',
      'lastName',
    ])
  })

  test('"Check your mail" names the address and fills the form that sends it again', async () => {
    const form = aSignup({ emailAddress: 'Grace.Hopper+books@campus.edu' }) as Record<string, string>

    const sent = await ask('/signup', { form })
    const cookie = sent.headers.get('set-cookie')?.split(';')[0] ?? ''
    const html = await (await ask('/sign-up-success', { headers: { cookie } })).text()

    expect(sent.headers.get('location')).toBe('/market/sign-up-success')
    expect(html).toContain('<strong>Grace.Hopper+books@campus.edu</strong>')
    expect(html).toContain('value="Grace.Hopper+books@campus.edu"')
    expect(await (await ask('/sign-up-success')).text()).toContain('We sent a link to you.')
  })
})

describe('a book somebody has bought', () => {
  test('says so to visitors, with similar books and a way to request it', async () => {
    const sold = await post(market, anna, { name: 'Sold out', course: 'SLD 100', ISBN: '9780131103627' })
    const sameIsbn = await post(market, anna, { name: 'Sold out, another copy', course: 'OTH 1', ISBN: '0131103628' })
    await post(market, anna, { name: 'Of the same course', course: 'sld100' })
    await buy(market, await market.member(), sold)

    const response = await ask(`/books/${sold}`)
    const html = await response.text()
    const asMember = await (await ask(`/books/${sold}`, { member: ben })).text()

    expect(response.status).toBe(410)
    expect(html).toMatch(/Somebody was faster.*Sign up to request it.*Sold out, another copy.*Of the same course/s)
    expect(html).toContain(`/market/books/${sameIsbn}`)
    expect(asMember).toContain('/market/posts?want=Sold+out&amp;course=SLD+100&amp;ISBN=9780131103627#request')
    expect((await market.get(`/books/getBook/${sold}`)).status).toBe(404)
  })

  test('404 for one that is unlisted, deleted or never was', async () => {
    const unlisted = await post(market, anna)
    await market.send('/books/unlistBook', { bookID: unlisted }, anna)

    expect((await ask(`/books/${unlisted}`)).status).toBe(404)
    expect((await market.get('/books/getSoldBook/nothing')).status).toBe(404)
  })
})

test('a condition in own words is found by a part of it, a usual one by itself', async () => {
  const own = await post(market, anna, { name: 'Coffee stains', condition: 'Very good, one stain' })
  const usual = await post(market, anna, { name: 'No stains', condition: 'good' })

  const byPart = await (await ask('?condition=Stain')).text()
  const byWord = await (await ask('?condition=good')).text()

  expect([byPart.includes(own), byPart.includes(usual)]).toEqual([true, false])
  expect([byWord.includes(own), byWord.includes(usual)]).toEqual([false, true])
  expect(byPart).toContain('value="Stain"')
})

describe('money', () => {
  test('a purchase shows fee and total, and counts as bought at once', async () => {
    const [seller, buyer] = [await market.member(), await market.member()]
    await buy(market, buyer, await post(market, seller, { price: 40 }))

    const html = await (await ask('/transactions?done=bought', { member: buyer })).text()

    expect(html).toContain('<strong>$42.00</strong> with $2.00 fee')
    expect(html).toMatch(/Books bought<\/dt><dd>1<span class="hint">1 not charged yet/)
    const { data } = await market.get('/user/getUserStatistics', buyer)
    expect(data).toMatchObject({ numberOfBooksBought: 0, purchasesUnderWay: 1, salesUnderWay: 0 })
    expect(await (await ask('/transactions', { member: seller })).text()).toMatch(/Books sold<\/dt><dd>1<span/)
  })

  test('"To charge" shows price and fee together', async () => {
    const admin = await market.member({ permissionType: 1 })
    const book = await post(market, anna, { name: 'Charged with fee', price: 60 })
    await buy(market, await market.member(), book)
    await market.send('/dashboard/verifyBook', { id: book }, admin)

    const html = await (await ask('/dashboard', { member: admin })).text()

    expect(html).toMatch(/Charged with fee.*\$63\.00.*\$60\.00 and \$3\.00 fee/s)
  })
})
