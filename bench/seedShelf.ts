import type { Sql } from '@portico/kit/database/sql'

/**
 * Fills an empty marketplace: accounts, books with plausible titles, courses and ISBNs, requests. The same numbers give
 * the same shelf.
 */
export async function seedShelf(sql: Sql, books: number, people = 1000): Promise<void> {
  await sql`
    insert into market.account (email, password_hash, first_name, last_name, university, mailbox, payment_name, created_at)
    select 'bench' || n || '@campus.edu', 'none', 'First' || n, 'Last' || n, 'Campus', n::text, 'pay' || n, now()
    from generate_series(1, ${people}) n`
  await sql`
    with owner as (select array_agg(id order by id) as ids from market.account where email like 'bench%'),
    word as (select ${FIRST}::text[] as first, ${TOPIC}::text[] as topic, ${LAST}::text[] as last, ${COURSE}::text[] as course)
    insert into market.book (owner_id, name, edition, course, course_key, price_cents, condition, comments, isbn, isbn13,
                             posted_at, listed_at)
    select owner.ids[1 + n % ${people}],
           concat_ws(' ', first[1 + n * 7 % cardinality(first)], topic[1 + n * 13 % cardinality(topic)],
                     last[1 + n * 11 % cardinality(last)], 'Volume ' || n % 97),
           1 + n % 12, course[1 + n % cardinality(course)] || ' ' || 100 + n % 400,
           course[1 + n % cardinality(course)] || 100 + n % 400, 500 + n * 37 % 19000,
           (array['Poor', 'Fair', 'Good', 'Like New'])[1 + n % 4], '', '', '978' || lpad(n::text, 10, '0'),
           now() - n * interval '1 second', now() - n * interval '1 second'
    from owner, word, generate_series(1, ${books}) n`
  await sql`analyze market.book`
  await sql`analyze market.account`
}

const FIRST = [
  'Introduction to',
  'Principles of',
  'Advanced',
  'Essential',
  'Modern',
  'Applied',
  'A History of',
  'The Art of',
  'Fundamentals of',
  'Understanding',
]
const TOPIC = [
  'Calculus',
  'Organic Chemistry',
  'Microeconomics',
  'Linear Algebra',
  'Genetics',
  'Thermodynamics',
  'Psychology',
  'Sociology',
  'Programming in C++',
  'Data Structures',
  'Astronomy',
  'Philosophy',
  'Anthropology',
  'Statistics',
  'Biochemistry',
  'Music Theory',
  'World Literature',
  'Political Science',
  'Neuroscience',
  'Optics',
  'Geology',
  'Linguistics',
  'Game Theory',
  'Robotics',
  'Cell Biology',
  'Art History',
  'Machine Learning',
  'Number Theory',
  'Ethics',
]
const LAST = [
  'for Students',
  'with Applications',
  'in Practice',
  'Explained',
  'and Its Problems',
  'for Engineers',
  'Today',
]
const COURSE = [
  'MTH',
  'CHM',
  'ECO',
  'BIO',
  'PHY',
  'PSY',
  'SOC',
  'CSC',
  'AST',
  'PHL',
  'ANT',
  'STT',
  'MUR',
  'ENG',
  'PSC',
  'LIN',
  'ART',
]

/** What people type, by kind; `n` varies it. */
export const QUERIES: Readonly<Record<string, (n: number) => string>> = {
  title: n => `${TOPIC[n % TOPIC.length]} ${LAST[n % LAST.length]}`,
  word: n => String(TOPIC[n % TOPIC.length]),
  course: n => `${COURSE[n % COURSE.length]?.toLowerCase()}${100 + (n % 400)}`,
  isbn: n => `978${String(1 + (n % 90_000)).padStart(10, '0')}`,
  volume: n => `${FIRST[n % FIRST.length]} ${TOPIC[n % TOPIC.length]} volume ${n % 97}`,
  typo: n => ['organik chemstry', 'calclus', 'thermodinamics', 'microeconmics', 'anthropolgy'][n % 5] ?? '',
}
