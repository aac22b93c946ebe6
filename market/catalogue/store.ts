import { type Fragment, fragment, type Sql } from '@portico/kit/database/sql'
import { courseKey } from '../books/course.ts'
import type { Isbn } from '../books/isbn.ts'

export interface CatalogueBook {
  isbn13: string
  name: string
  /** 0: not said. */
  edition: number
  authors: string
  listCents: number | null
  courses: readonly string[]
}

/** What a catalogue says wins over what it said before; courses are added to those known. Counts of new and known books. */
export async function storeCatalogueBooks(sql: Sql, books: readonly CatalogueBook[], now: Date) {
  const rows = books.map(book => ({ ...book, courseKeys: book.courses.map(courseKey) }))
  const [counted] = await sql<{ added: number; known: number }[]>`
    with given as (
      select isbn13, name, edition, authors, "listCents" as list_cents,
             array(select json_array_elements_text(courses)) as courses,
             array(select json_array_elements_text("courseKeys")) as course_keys
      from json_to_recordset(${JSON.stringify(rows)}::text::json)
        as row (isbn13 text, name text, edition integer, authors text, "listCents" integer, courses json,
                "courseKeys" json)),
    stored as (
      insert into market.catalogue_book as kept (isbn13, name, edition, authors, list_cents, courses, course_keys,
                                                 updated_at)
      select isbn13, name, edition, authors, list_cents, courses, course_keys, ${now} from given order by isbn13
      on conflict (isbn13) do update set name = excluded.name,
        edition = case when excluded.edition > 0 then excluded.edition else kept.edition end,
        authors = case when excluded.authors <> '' then excluded.authors else kept.authors end,
        list_cents = coalesce(excluded.list_cents, kept.list_cents),
        courses = ${together('courses')}, course_keys = ${together('course_keys')},
        updated_at = excluded.updated_at
      returning xmax = 0 as fresh)
    select count(*) filter (where fresh)::integer as added, count(*) filter (where not fresh)::integer as known from stored`
  return counted ?? { added: 0, known: 0 }
}

/** What was known and what is new, each once, so many at most. */
function together(column: 'courses' | 'course_keys'): Fragment {
  return fragment`(select coalesce((array_agg(one order by one))[1:50], '{}')
                   from (select unnest(kept.${fragment(column)}) as one union select unnest(excluded.${fragment(column)})) each)`
}

/** Titles of the catalogue say how common a word is, as those of listings do. */
export async function countTitles(sql: Sql, names: readonly string[]): Promise<void> {
  await sql`
    select market.count_title(title)
    from (select distinct market.fold(name) as title from unnest(${names}::text[]) name order by 1) each`
}

/** The author that is said, or that the catalogue knows by the ISBN; a value of a statement. */
export function authorOf({ author, isbn }: { author: string; isbn: Isbn }): Fragment {
  return fragment`coalesce(nullif(${author}, ''),
                           (select authors from market.catalogue_book where isbn13 = ${isbn.isbn13}), '')`
}

export async function findCatalogueBook(sql: Sql, isbn13: string): Promise<CatalogueBook | undefined> {
  const [book] = await sql<CatalogueBook[]>`
    select isbn13, name, edition, authors, list_cents as "listCents", courses
    from market.catalogue_book where isbn13 = ${isbn13}`
  return book
}
