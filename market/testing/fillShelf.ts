import { openTokens } from '../auth/tokens.ts'
import type { TestMarket } from './openTestMarket.ts'

/** A title nothing can be broken at. */
const ENDLESS = 'Anticonstitutionnellement'.repeat(8)

/** Sixty books of one person; another one has bought one of them, asked for two and posted one. By their addresses. */
export async function fillShelf({ sql, call, options }: TestMarket, seller: string, buyer: string): Promise<void> {
  const titles = [
    'Calculus: Early Transcendentals',
    'Principles of Microeconomics',
    'The Norton Anthology of English Literature',
    'Introduction to Algorithms',
    'Campbell Biology',
    'Physics for Scientists and Engineers',
    'Linear Algebra and Its Applications',
    'A History of Western Music',
  ]
  const courses = ['MTH 161', 'ECO 108', 'ENG 112', 'CSC 172', 'BIO 110', 'PHY 121', 'MTH 165', 'MUR 122']
  await sql`
    insert into market.book (owner_id, name, edition, course, course_key, price_cents, condition, comments, posted_at, listed_at)
    select account.id, titles[1 + n % 8], 1 + n % 9, courses[1 + n % 8], replace(courses[1 + n % 8], ' ', ''),
           1500 + n * 275 % 9000, (array['Poor', 'Fair', 'Good', 'Like New'])[1 + n % 4],
           'Used for one term. A few notes in pencil, nothing missing.', now() - n * interval '7 hours',
           now() - n * interval '7 hours'
    from market.account, generate_series(0, 59) n, (select ${titles}::text[] as titles, ${courses}::text[] as courses) given
    where account.email = ${seller}`
  const api = async (path: string, email: string, body: object) => {
    const [row] = await sql<{ id: string }[]>`select id from market.account where email = ${email}`
    const bearer = { accountId: row?.id ?? '', permissionType: 0, epoch: 1 }
    const token = await openTokens(options.secrets).sign(bearer, new Date())
    return call('POST', path, { token, body })
  }
  await api('/books/postBook', seller, {
    name: ENDLESS,
    edition: 1,
    course: 'X'.repeat(40),
    price: 200,
    condition: 'Read by many and loved by all of them',
    comments: ENDLESS,
  })
  await api('/books/requestBook', buyer, { name: ENDLESS })
  await api('/books/requestBook', buyer, { name: 'Introduction to Algorithms', course: 'CSC 172' })
  const [book] = await sql<{ id: string }[]>`
    select id from market.book where name = 'Campbell Biology' and status = 0 limit 1`
  await api('/user/addToCart', buyer, { bookID: book?.id })
  await api('/books/checkoutCart', buyer, {})
  await api('/books/postBook', buyer, {
    name: 'Discrete Mathematics',
    edition: 3,
    course: 'MTH 150',
    price: 30,
    condition: 'Fair',
  })
}
