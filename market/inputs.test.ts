import { describe, expect, test } from 'vitest'
import { aBook, post } from './testing/books.ts'
import { aSignup } from './testing/people.ts'
import { startTestMarket } from './testing/startTestMarket.ts'
import { untilBlocked } from './testing/untilBlocked.ts'

/** What people and programs get wrong, and how it is said. */

const market = await startTestMarket()
const member = await market.member()
const owner = await market.member({ permissionType: 2 })

const send = (path: string, body: unknown, as = member, method = 'POST') =>
  market.call(method, path, { token: as.token, body })

describe('400 in words, with the field', () => {
  const person = aSignup({ emailAddress: 'a.person@campus.edu' })

  test.each([
    ['/books/postBook', aBook({ name: '  ' }), 'name', 'name must not be empty'],
    ['/books/postBook', aBook({ name: '\u200b\u202e' }), 'name', 'name must not be empty'],
    ['/books/postBook', aBook({ name: null }), 'name', 'name is required'],
    ['/books/postBook', aBook({ condition: '' }), 'condition', 'condition must not be empty'],
    ['/books/postBook', aBook({ course: '--' }), 'course', 'course needs a letter or a digit'],
    ['/books/requestBook', { name: ' ' }, 'name', 'name must not be empty'],
    ['/auth/signup', { ...person, firstName: ' ' }, 'firstName', 'firstName must not be empty'],
    ['/auth/signup', { ...person, CMC: '' }, 'CMC', 'CMC must not be empty'],
    ['/auth/signup', { ...person, venmoUsername: '@' }, 'venmoUsername', 'venmoUsername must not be empty'],
    ['/auth/signup', { ...person, emailAddress: 'a..b@campus.edu' }, 'emailAddress', 'This is not an e-mail address'],
    ['/auth/signup', { ...person, emailAddress: 'a.@campus.edu' }, 'emailAddress', 'This is not an e-mail address'],
    ['/auth/resendConfirmation', { emailAddress: 'nobody' }, 'emailAddress', 'This is not an e-mail address'],
    ['/auth/passwordResetRequest', { emailAddress: 'a@b' }, 'emailAddress', 'This is not an e-mail address'],
    ['/auth/updateProfile', { venmoUsername: ' @ ' }, 'venmoUsername', 'venmoUsername must not be empty'],
    ['/auth/updateProfile', { lastName: '' }, 'lastName', 'lastName must not be empty'],
  ])('%s %j', async (path, body, field, error) => {
    const reply = await send(path, body)

    expect([reply.status, reply.data]).toEqual([400, { error, field }])
  })

  test.each([
    [[{ name: 'Campus', domains: ['not a domain'] }], 'universities.0.domains.0'],
    [[{ name: ' ', domains: [] }], 'universities.0.name'],
    [
      [
        { name: 'Campus', domains: [] },
        { name: 'campus', domains: [] },
      ],
      'universities.1.name',
    ],
  ])('universities %j', async (universities, field) => {
    const reply = await send('/dashboard/settings', { universities }, owner, 'PUT')

    expect(reply.status).toBe(400)
    expect(reply.data.field).toBe(field)
    expect(reply.data.error).not.toContain('pattern')
  })
})

describe('taken as meant', () => {
  test('null for what was left empty', async () => {
    const reply = await send('/books/postBook', { data: aBook({ ISBN: null, comments: null }) })

    expect(reply.status).toBe(200)
    expect(reply.data.book).toMatchObject({ ISBN: '', comments: '' })
  })

  test('a title without what nobody sees', async () => {
    const reply = await send(
      '/books/postBook',
      aBook({ name: ' \u202eAtoms\u200b \u0007 and\nvoid ', comments: 'One\r\ntwo\u0000'.slice(0, 8) }),
    )

    expect(reply.data.book).toMatchObject({ name: 'Atoms and void', comments: 'One\ntwo' })
  })

  test('domains as people write them, and nothing that is no setting', async () => {
    const universities = [{ name: 'Uni', domains: ['@Uni.Ac.UK', 'uni.ac.uk'] }]
    const reply = await send('/dashboard/settings', { universities, somethingElse: 1 }, owner, 'PUT')

    expect(reply.data.settings).toMatchObject({ universities: [{ name: 'Uni', domains: ['uni.ac.uk'] }] })
    expect(reply.data.settings).not.toHaveProperty('somethingElse')
  })
})

describe('the dashboard', () => {
  test('403 for a suspension of someone of the same or a higher role, 409 for a second one', async () => {
    const admin = await market.member({ permissionType: 1 })
    const other = await market.member({ permissionType: 1 })
    const suspend = (userID: string) => send('/dashboard/suspendUser', { userID }, admin, 'PUT')

    const answers = [
      await suspend(owner.id),
      await suspend(other.id),
      await suspend(member.id),
      await suspend(member.id),
    ]
    await send('/dashboard/reinstateUser', { userID: member.id }, admin, 'PUT')

    expect(answers.map(reply => reply.status)).toEqual([403, 403, 200, 409])
  })

  test('books of a suspended member are off the list, and bought by nobody', async () => {
    const [seller, buyer] = [await market.member(), await market.member()]
    const book = await post(market, seller)
    await send('/user/addToCart', { bookID: book }, buyer)

    await send('/dashboard/suspendUser', { userID: seller.id }, owner, 'PUT')

    expect((await send('/books/checkoutCart', {}, buyer)).status).toBe(409)
    expect((await market.call('GET', `/books/getBook/${book}`)).status).toBe(404)
    const { data } = await market.call('GET', `/dashboard/getBookHistory/${book}`, { token: owner.token })
    expect(data.moves.at(-1)).toMatchObject({ from: 0, to: 5, by: owner.id, reason: 'account suspended' })
  })

  test.each([
    ['post', '/books/postBook', aBook()],
    ['request', '/books/requestBook', { name: 'Wanted in vain' }],
  ])('401 for a %s of somebody who is suspended at that moment', async (_, path, body) => {
    const seller = await market.member()
    let answer: Promise<{ status: number }> | undefined
    await market.sql.begin(async sql => {
      await sql`update market.account set suspended_at = now() where id = ${seller.id}`
      answer = send(path, body, seller)
      await untilBlocked(market, answer)
    })

    expect((await answer)?.status).toBe(401)
  })

  test('fees of a market that has earned nothing are 0, not -0', async () => {
    const { data } = await market.call('GET', '/dashboard/getStatistics', { token: owner.token })

    expect(data.feesEarned).toBe(0)
  })

  test('404 for the history of a book that never was; a deleted book is not shown as one on sale', async () => {
    const seller = await market.member()
    const book = await post(market, seller)
    await send('/books/deleteBook', { bookID: book }, seller)

    const history = await market.call('GET', '/dashboard/getBookHistory/nothing', { token: owner.token })
    const extended = await send('/dashboard/extendBookInfo', { books: [book] }, owner)

    expect(history.status).toBe(404)
    expect(extended.data.books).toEqual([])
  })
})
