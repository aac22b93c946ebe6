import { hashPassword } from '@portico/kit/access/password'
import { describe, expect, test } from 'vitest'
import { createMarketOwner } from '../createMarketOwner.ts'
import { buy, post } from '../testing/books.ts'
import type { Member } from '../testing/openTestMarket.ts'
import { memberWithPassword, PASSWORD } from '../testing/people.ts'
import { releaseTogether } from '../testing/releaseTogether.ts'
import { startTestMarket } from '../testing/startTestMarket.ts'

const market = await startTestMarket()

const leave = (member: Member, password = PASSWORD) =>
  market.call('POST', '/user/deleteAccount', { token: member.token, body: { password } })

describe('getUserData and getUserStatistics', () => {
  test('show the account, with matches', async () => {
    const [member, seller] = [await market.member(), await market.member()]
    await market.call('POST', '/books/requestBook', { token: member.token, body: { name: 'Numbers and shapes' } })
    const book = await post(market, seller, { name: 'Numbers and shapes' })

    const { data } = await market.call('GET', '/user/getUserData', { token: member.token })

    expect(data.user).toMatchObject({
      _id: member.id,
      emailAddress: member.email,
      CMC: '123456',
      university: 'Campus',
      permissionType: 0,
      matchedBooks: [book],
      unreadNotifications: 2,
      unreadMessages: 0,
    })
    expect(JSON.stringify(data)).not.toMatch(/password|hash|epoch/i)
  })

  test('notices count as unread until they are read', async () => {
    const member = await market.member()
    await post(market, member)

    await market.call('POST', '/user/readNotifications', { token: member.token })

    const { data } = await market.call('GET', '/user/getNotifications', { token: member.token })
    expect(data.notifications).toMatchObject([{ kind: 'bookPosted', read: true, date: market.clock.now.getTime() }])
  })
})

describe('exportData', () => {
  test('holds everything about a person and nothing that lets anyone in', async () => {
    const [member, seller] = [await memberWithPassword(market), await market.member()]
    await post(market, member, { name: 'My export' })
    await buy(market, member, await post(market, seller, { name: 'My purchase' }))
    await market.call('POST', '/books/requestBook', { token: member.token, body: { name: 'My wish' } })

    const { data } = await market.call('GET', '/user/exportData', { token: member.token })

    expect(data.account.emailAddress).toBe(member.email)
    expect(data.posts).toMatchObject([{ name: 'My export' }])
    expect(data.purchases).toMatchObject([{ name: 'My purchase', price: 45, outcome: null }])
    expect(data.requests).toMatchObject([{ name: 'My wish' }])
    expect(data.notifications.length).toBeGreaterThan(2)
    expect(JSON.stringify(data)).not.toContain('argon2')
  })
})

test('a deleted account leaves no mail to its address behind', async () => {
  const email = 'leaving@campus.edu'
  const leaving = await market.member({ email })
  await market.sql`update market.account set password_hash = ${await hashPassword('a good password')} where id = ${leaving.id}`
  await market.call('POST', '/auth/passwordResetRequest', { body: { emailAddress: email } })
  await market.mails(email)

  const reply = await market.call('POST', '/user/deleteAccount', {
    token: leaving.token,
    body: { password: 'a good password' },
  })

  expect(reply.status).toBe(200)
  expect(await market.sql`select from market.mail where lower(address) = ${email}`).toEqual([])
})

describe('deleteAccount', () => {
  test('sold books stay without the name, everything else goes', async () => {
    const [member, buyer, admin] = [
      await memberWithPassword(market, { firstName: 'Hypatia', lastName: 'Unique' }),
      await market.member(),
      await market.member({ permissionType: 1 }),
    ]
    const [sold, listed] = [await post(market, member), await post(market, member, { name: 'Unsold' })]
    await buy(market, buyer, sold)
    await market.call('POST', '/dashboard/confirmBook', { token: admin.token, body: { id: sold } })
    await market.call('POST', '/dashboard/setBookPaid', { token: admin.token, body: { id: sold } })

    const reply = await leave(member)

    expect(reply.status).toBe(200)
    expect((await market.call('GET', '/user/getUserData', { token: member.token })).status).toBe(401)
    expect((await market.call('GET', `/books/getBook/${listed}`)).status).toBe(404)
    const bought = await market.call('GET', '/user/getPurchasedBooks', { token: buyer.token })
    expect(bought.data.books).toMatchObject([{ _id: sold, status: 3 }])
    const [left] = await market.sql`select * from market.account where id = ${member.id}`
    expect(JSON.stringify(left)).not.toMatch(/Hypatia|Unique|campus\.edu|argon2/)
    const info = await market.call('POST', '/dashboard/extendBookInfo', { token: admin.token, body: { books: [sold] } })
    expect(info.data.books[0].ownerObject.firstName).toBe('Former')
  })

  test('the name stands nowhere any more, also not in what others were told', async () => {
    const [admin, other] = [await market.member({ permissionType: 1 }), await market.member()]
    const member = await memberWithPassword(market, { firstName: 'Zenobia', lastName: 'Palmyra', permissionType: 1 })
    const [bought, sold] = [await post(market, other), await post(market, member, { name: 'Sold by her' })]
    await market.call('POST', '/books/requestBook', { token: member.token, body: { name: 'Calculus' } })
    await buy(market, member, bought)
    await buy(market, other, sold)
    for (const id of [bought, sold]) {
      await market.call('POST', '/dashboard/confirmBook', { token: member.token, body: { id } })
      await market.call('POST', '/dashboard/setBookPaid', { token: admin.token, body: { id } })
    }

    expect((await leave(member)).status).toBe(200)

    const tables = await market.sql<{ name: string }[]>`
      select table_name as name from information_schema.tables where table_schema = 'market'`
    for (const { name } of tables) {
      const rows = await market.sql`select * from ${market.sql(`market.${name}`)}`
      expect(JSON.stringify(rows), name).not.toMatch(/Zenobia|Palmyra/)
    }
    expect(tables.length).toBeGreaterThan(10)
  })

  test('401 with a wrong password, 409 while a sale is under way, 409 for the owner', async () => {
    const [member, buyer] = [await memberWithPassword(market), await market.member()]
    const owner = await memberWithPassword(market, { permissionType: 2 })
    await buy(market, buyer, await post(market, member))

    expect((await leave(member, 'something else')).status).toBe(401)
    expect((await leave(member)).status).toBe(409)
    expect((await leave(owner)).status).toBe(409)
  })

  test('the address may sign up again', async () => {
    const member = await memberWithPassword(market)
    await leave(member)

    const again = await market.member({ email: member.email })

    expect(again.id).not.toBe(member.id)
  })
})

describe('createMarketOwner', () => {
  test('makes an owner once', async () => {
    await market.sql`update market.account set permission_type = 0 where permission_type = 2`
    const owner = { email: 'Boss@example.org', passwordHash: await hashPassword('the owner password') }

    await createMarketOwner(market.sql, owner)
    await createMarketOwner(market.sql, { ...owner, email: 'second@example.org' })

    const owners = await market.sql`select email from market.account where permission_type = 2`
    expect(owners.map(row => row.email)).toEqual(['boss@example.org'])
    const login = await market.call('POST', '/auth/login', {
      body: { emailAddress: 'boss@example.org', password: 'the owner password' },
    })
    expect(login.status).toBe(200)
  })
})

describe('of two calls at once that count against a limit, one waits for the account that the other holds', () => {
  test.each([
    ['setting', '/books/requestBook'],
    ['saved_search', '/user/saveSearch'],
    ['book', '/user/addToCart'],
    ['book', '/books/askSeller'],
    ['conversation', '/user/sendMessage'],
  ])('before market.%s is read: %s', async (table, path) => {
    const [member, seller] = [await market.member(), await market.member()]
    const bookID = await post(market, seller, { name: 'Held back' })
    const { data } = await market.send('/books/askSeller', { bookID, text: 'First' }, member)
    const bodies: Record<string, object> = {
      '/books/requestBook': { name: 'Held', course: 'HLD 1' },
      '/user/saveSearch': { name: 'Held', query: 'held' },
      '/user/addToCart': { bookID },
      '/books/askSeller': { bookID, text: 'Is it held?' },
      '/user/sendMessage': { conversationID: data.conversationID, text: 'It is held' },
    }

    // Jobs read these tables too.
    await market.mails()

    // Two that both came as far as the table would share the account, and deadlock when each wants it alone.
    let waits: { locktype: string }[] = []
    const calls = await releaseTogether(
      market,
      2,
      held => held.unsafe(`lock table market.${table} in access exclusive mode`),
      () => [1, 2].map(() => market.send(path, bodies[path] ?? {}, member)),
      async () => {
        waits = await market.sql`
          select locktype from pg_locks join pg_stat_activity using (pid)
          where not granted and datname = current_database() order by 1`
      },
    )

    expect(waits.map(({ locktype }) => locktype)).toEqual(['relation', 'transactionid'])
    expect(calls.filter(({ status }) => status < 300).length).toBeGreaterThan(0)
  })
})
