import { describe, expect, test } from 'vitest'
import { post } from '../testing/books.ts'
import { ORIGIN } from '../testing/openTestMarket.ts'
import { aSignup } from '../testing/people.ts'
import { startTestMarket } from '../testing/startTestMarket.ts'
import { EVENTS, type LetterLinks } from './events.ts'

/** Mail scanners and previews open every link of a mail before anybody reads it. */

const links = new Map<string, string>()

const market = await startTestMarket({ name: 'Campus books' })
// Staff, so that the links of staff mail lead somewhere too.
const member = await market.member({ permissionType: 1 })
const seller = await market.member()
await market.send('/auth/signup', aSignup({ emailAddress: 'new@campus.edu' }))
await market.call('POST', '/auth/passwordResetRequest', { body: { emailAddress: member.email } })
await market.call('POST', '/books/requestBook', { token: member.token, body: { name: 'Wanted' } })
await post(market, seller, { name: 'Wanted' })
for (const { links: all } of await market.mails())
  for (const link of all) links.set(link.replace(ORIGIN, '').split('/').slice(0, 3).join('/'), link)
for (const path of pagesInLetters()) links.set(path, ORIGIN + path)

/** Every page any letter leads to, told by the letters themselves. */
function pagesInLetters(): string[] {
  const paths: string[] = []
  const record: LetterLinks = {
    market: 'Book market',
    page(path) {
      paths.push(path)
      return path
    },
    confirm: () => '',
    reset: () => '',
  }
  for (const { mail } of Object.values(EVENTS) as { mail?(facts: unknown, links: LetterLinks): unknown }[])
    for (const role of ['buyer', 'seller'])
      mail?.(
        { book: 'x', books: [{ book: 'x' }], names: ['x'], name: 'x', reason: 'x', role, total: 1, price: 1, days: 1 },
        record,
      )
  return paths
}

/** All rows of the market, but for the counts of tries. */
async function everything(): Promise<unknown> {
  const tables = await market.sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'market' and table_type = 'BASE TABLE' and table_name <> 'attempt' order by 1`
  const rows: Record<string, string[]> = {}
  for (const { name } of tables) {
    const found = await market.sql<
      { row: string }[]
    >`select t::text as row from ${market.sql(`market.${name}`)} t order by 1`
    rows[name] = found.map(({ row }) => row)
  }
  return rows
}

const ask = (link: string, method: string) =>
  market.fetch(new Request(link, { method, headers: { cookie: `market_session=${member.token}` }, redirect: 'manual' }))

test('every mail comes from the market by its name, and its pages bear it', async () => {
  const senders = new Set((await market.mails()).map(mail => mail.from))

  expect([...senders]).toEqual(['Campus books <market@example.edu>'])
  expect(await (await market.fetch(new Request(`${ORIGIN}/market`))).text()).toContain('· Campus books</title>')
})

test('there is a mail with each kind of link', () => {
  expect([...links.keys()]).toEqual(
    expect.arrayContaining(['/market/confirm', '/market/reset-password', '/market/unsubscribe', '/market/login']),
  )
})

test.each(['GET', 'HEAD'])('%s of a link in a mail changes nothing', async method => {
  const before = await everything()

  for (const link of links.values()) {
    const { status } = await ask(link, method)
    expect([200, 303, 404], link).toContain(status)
  }

  expect(await everything()).toEqual(before)
})

test.each(['GET', 'HEAD'])('%s of the API operations behind such links changes nothing', async method => {
  const before = await everything()
  const token = (kind: string) => links.get(kind)?.split('/').at(-1)

  const confirm = await ask(`${ORIGIN}/api/auth/email-verification/${token('/market/confirm')}`, method)
  const reset = await ask(`${ORIGIN}/api/auth/passwordReset/${token('/market/reset-password')}`, method)

  expect([confirm.status, confirm.headers.get('location')]).toEqual([302, links.get('/market/confirm')])
  expect([reset.status, reset.headers.get('location')]).toEqual([302, links.get('/market/reset-password')])
  expect(await everything()).toEqual(before)
})

describe('the page a confirmation mail leads to', () => {
  const link = () => links.get('/market/confirm') ?? ''
  const press = (headers: Record<string, string>) =>
    market.fetch(new Request(link(), { method: 'POST', headers, redirect: 'manual' }))

  test('says who signed up, so that the owner of the address can tell', async () => {
    const html = await (await market.fetch(new Request(link()))).text()

    expect(html).toContain('new@campus.edu')
    expect(html).toContain('Ada Lovelace')
  })

  test('403 for a button on the page of somebody else', async () => {
    const reply = await press({ origin: 'https://evil.example' })

    expect(reply.status).toBe(403)
    expect(await market.sql`select from market.account where email = 'new@campus.edu'`).toHaveLength(0)
  })

  test('the button stores the account, once', async () => {
    const first = await press({ origin: ORIGIN })
    const second = await press({ origin: ORIGIN })
    const page = await market.fetch(new Request(link()))

    expect([first.status, first.headers.get('location')]).toEqual([303, '/market/email-confirmed'])
    expect([second.status, page.status]).toEqual([410, 410])
    expect(await market.sql`select from market.account where email = 'new@campus.edu'`).toHaveLength(1)
  })
})
