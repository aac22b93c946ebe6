import { dependingOnValues, type Fragment, joined, fragment as sql } from '@portico/kit/database/sql'
import type { Actor } from '../../base/access/actor.ts'
import { maySee } from '../../base/access/visibility.ts'
import type { Crm } from '../../base/api/context.ts'
import { rowWindow } from '../../base/lists/limit.ts'
import { maySeeNote } from '../../work/notes/visibility.ts'
import { groupsOf, isFile, KINDS, maySeeSearched, type Searched, tableOf } from './kinds.ts'
import { type Places, placesOf } from './places.ts'
import { spreadOf } from './samples.ts'
import { escaped, patternOf, phoneDigits, respelled, searchKey, type Term } from './term.ts'
import { isInIndex, NEWEST, rowsWithTheseWords, rowsWithWords, type Words } from './wordStore.ts'

export interface Wish {
  term: Term
  /** Groups of fields to look into; all when undefined. */
  groups?: readonly string[] | undefined
  /** Further conditions on the record `r`, by kind. */
  where?: Partial<Record<Searched, Fragment | undefined>>
}

/** The beginning of a statement that finds records. */
export interface Hits {
  /** `with` lists, the last of which is `hit`: their kind, their id as text, a score, and their place. */
  lists: Fragment
  /** A condition on the lists: whether they hold what was to be found. */
  complete: Fragment
}

/** When a term is everywhere, the best are chosen among the newest records and this many that are named like it. */
const NAMED = 500

/** Which of the hits are shown. */
export interface Window {
  start: number
  limit: number
}

/** Records of some kinds that the caller may see and that have the term, best first; nothing where nothing is looked into. */
export async function hitsFor(
  crm: Crm,
  kinds: readonly Searched[],
  wish: Wish,
  window: Window,
): Promise<Hits | undefined> {
  const keepsPlan = isUsual(kinds, wish)
  const branches: Fragment[] = []
  for (const kind of kinds)
    for (const term of spellingsOf(wish.term)) branches.push(...(await hitsOf(crm, kind, { ...wish, term, keepsPlan })))
  const digits = phoneAsked(kinds, wish)
  if (digits) branches.push(phoneHits(crm, digits, wish.where?.person))
  if (branches.length === 0) return undefined
  const best = bestOf(joined(branches, ' union all '), window)
  return { lists: keepsPlan ? best : dependingOnValues(best), complete: sql`true` }
}

/** The list `hit`: the best of what was found, each record once, which they may be already. */
export function bestOf(found: Fragment, { start, limit }: Window, areOnce = false): Fragment {
  const best = areOnce
    ? sql`select type, id, score from (${found}) hit order by score desc, type, age desc, id`
    : sql`select type, id, max(score) as score from (${found}) hit
        group by type, id order by max(score) desc, type, max(age) desc, id`
  return sql`hit as materialized (
    select type, id, score, row_number() over () as place from (${best} ${rowWindow(start, limit)}) hit)`
}

/**
 * Whether a search is for few words and nothing else: then the plan is kept. Where there is more to find a record by, the best
 * way depends on the values; and for many words or spellings a plan takes longer to make than it can save.
 */
export function isUsual(kinds: readonly Searched[], wish: Wish): boolean {
  const { term, groups = [], where = {} } = wish
  const isNarrowed = kinds.some(kind => where[kind] || groups.some(group => KINDS[kind].linked?.[group]))
  return !isNarrowed && !phoneAsked(kinds, wish) && term.words.length <= FEW_WORDS && spellingsOf(term).length === 1
}

const FEW_WORDS = 3

function spellingsOf(term: Term): Term[] {
  return [term, ...respelled(term)]
}

function phoneAsked(kinds: readonly Searched[], { term, groups }: Wish): string | undefined {
  return kinds.includes('person') && (groups?.includes('phone') ?? true) ? phoneDigits(term) : undefined
}

/** A wish in one spelling. */
interface Look extends Wish {
  keepsPlan: boolean
}

/** Branches of the search in one kind of record. */
async function hitsOf(crm: Crm, kind: Searched, look: Look): Promise<Fragment[]> {
  const { term, groups, where = {} } = look
  const condition = where[kind]
  const branches: Fragment[] = []
  const own = await ownWords(crm, kind, look)
  if (own) {
    const rows = await rowsOf(crm, kind, look, own, sql`w.id, w.name, w.words, ${own.age}::float8 as age`)
    const newest = newestHits(kind, term, rows)
    branches.push(own.isNamed ? orNamed(newest, namedHits(crm, kind, term, condition)) : sql`(${newest})`)
  }
  const noted = notedWords(crm, kind, look)
  if (noted) {
    const rows = await rowsOf(crm, kind, look, noted, sql`w.id, r.id as record_id, ${noted.age}::float8 as age`)
    branches.push(notedHits(kind, rows))
  }
  // Linked records are looked into only when that is asked for: they are found by themselves.
  for (const group of groups ?? []) {
    const link = KINDS[kind].linked?.[group]
    if (link) branches.push(linkedHits(crm, kind, term, link, condition ?? sql`true`))
  }
  return branches
}

async function rowsOf(
  crm: Crm,
  kind: Searched,
  { keepsPlan }: Look,
  words: Words,
  columns: Fragment,
): Promise<Fragment> {
  if (!keepsPlan) return rowsWithTheseWords(crm.actor, words, columns)
  return rowsWithWords(crm.actor, words, await spreadOf(crm, kind, words), columns)
}

interface OwnWords extends Words {
  /** Whether they may be in the name. */
  isNamed: boolean
}

/** The words of the records themselves, where a wish looks into them. */
export async function ownWords(
  crm: Crm,
  kind: Searched,
  { term, groups, where = {} }: Wish,
): Promise<OwnWords | undefined> {
  const own = wantedOf(kind, groups).filter(
    group => group === 'custom_fields' || Object.hasOwn(KINDS[kind].groups, group),
  )
  if (own.length === 0) return undefined
  const { actor } = crm
  const condition = where[kind]
  const places = await placesOf(crm, kind, own, term)
  const isWanted = places.all ? sql`true` : isFound(kind, term, places)
  return {
    term,
    table: `${tableOf(kind)}_words`,
    joins: recordOf(actor, kind, condition),
    seen: isThere(actor, kind),
    asked: sql`${isWanted} ${alsoAsked(condition)}`,
    age: ageOf(kind),
    isNumbered: kind !== 'lead',
    isNamed: places.name,
  }
}

/** The words of notes on records of a kind, where a wish looks into them; the caller sees both. */
export function notedWords({ actor }: Crm, kind: Searched, { term, groups, where }: Wish): Words | undefined {
  const { noted, age } = KINDS[kind]
  if (!noted || !wantedOf(kind, groups).includes('notes')) return undefined
  return {
    term,
    table: 'note_words',
    joins: sql`
      join crm.note n on n.company_id = w.company_id and n.id = w.id and not n.is_deleted
      join crm.${sql(kind)} r on r.company_id = w.company_id and r.id = n.${sql(noted.column)} and not r.is_deleted`,
    seen: sql`${maySeeNote(actor, 'n')} and ${maySeeSearched(actor, kind, 'r')}`,
    asked: where?.[kind] ?? sql`true`,
    age,
    isNumbered: true,
  }
}

function wantedOf(kind: Searched, groups: readonly string[] | undefined): readonly string[] {
  const known = groupsOf(kind)
  return groups ? known.filter(group => groups.includes(group)) : known
}

/** With those that are named like the term, where there are more than the newest: else they are among them. */
function orNamed(newest: Fragment, named: (condition: Fragment) => Fragment): Fragment {
  return sql`(with newest as (${newest}) select * from newest
    union all (${named(sql`(select count(*) from newest) = ${NEWEST}`)}))`
}

/** Persons with a phone number, however it is written. */
function phoneHits({ actor }: Crm, digits: string, condition: Fragment | undefined): Fragment {
  return sql`
    (select 'person' as type, r.id::text as id, ${PHONE_SCORE}::float8 as score, r.id::float8 as age
    from crm.person r
    where r.company_id = ${actor.companyId} and r.phones <> '[]' and crm.phone_digits(r.phones) @> array[${digits}]::text[]
      and not r.is_deleted and ${maySeeSearched(actor, 'person', 'r')} ${alsoAsked(condition)}
    limit ${NAMED})`
}

/** As a term that is the whole of a value. */
const PHONE_SCORE = 0.7

/** The newest records that have all words of the term somewhere. */
function newestHits(kind: Searched, term: Term, rows: Fragment): Fragment {
  return sql`select ${kind}::text as type, w.id::text as id, ${scoreOf(term)} as score, w.age
    from (${rows}) w order by ${kind === 'lead' ? sql`w.age` : sql`w.id`} desc limit ${NEWEST}`
}

/** Records whose name begins with the term, however old they are. */
function namedHits({ actor }: Crm, kind: Searched, term: Term, condition: Fragment | undefined) {
  // From here to there: which part of the index a pattern means is known only to a plan that is made for it.
  const named = term.exact
    ? sql`w.name = (select ${term.text}::text)`
    : sql`w.name ~>=~ (select ${term.text}::text) and w.name ~<~ (select ${`${term.text}${LAST}`}::text)`
  return (more: Fragment) => sql`
    select ${kind}::text as type, w.id::text as id, ${scoreOf(term)} as score, ${ageOf(kind)}::float8 as age
    from crm.${sql(`${tableOf(kind)}_words`)} w ${recordOf(actor, kind, condition)}
    where w.company_id = ${actor.companyId} and ${isThere(actor, kind)} and ${named} and ${more} ${alsoAsked(condition)}
    order by w.name using operator(pg_catalog.~<~) limit ${NAMED}`
}

/** Comes after every letter. */
const LAST = '\u{10ffff}'

/** Words know who may see their record; the record `r` is joined where more is asked. */
function recordOf(actor: Actor, kind: Searched, condition: Fragment | undefined): Fragment {
  if (condition === undefined && kind !== 'lead' && knowWhoSees(actor, kind)) return sql``
  return sql`join crm.${sql(tableOf(kind))} r on r.company_id = w.company_id and r.id = w.id`
}

function alsoAsked(condition: Fragment | undefined): Fragment {
  return condition ? sql`and ${condition}` : sql``
}

function isThere(actor: Actor, kind: Searched): Fragment {
  if (knowWhoSees(actor, kind)) return sql`not w.is_deleted and ${maySeeSearched(actor, kind, 'w')}`
  const which = KINDS[kind].among?.which ?? sql`true`
  return sql`not r.is_deleted and ${which} and ${maySeeSearched(actor, kind, 'r')}`
}

/** Whether the words alone tell who sees a record. Files are as visible as what they hang on, deals in pipelines too. */
function knowWhoSees({ hiddenPipelines }: Actor, kind: Searched): boolean {
  return !isFile(kind) && (kind !== 'deal' || hiddenPipelines.length === 0)
}

/** Numbers tell which record is newer, but for leads. */
function ageOf(kind: Searched): Fragment {
  return kind === 'lead' ? KINDS.lead.age : sql`w.id`
}

/** The index refers to all values of a record; this asks those that count. */
function isFound(kind: Searched, term: Term, { name, lines }: Places): Fragment {
  const inName = name ? every(sql`E'\n' || w.name || E'\n'`, term.words, term.exact) : sql`false`
  if (!lines) return inName
  return sql`case when ${inName} then true else exists (select from crm.${sql(tableOf(kind))} r
    where r.company_id = w.company_id and r.id = w.id and ${every(lines, term.words, term.exact)}) end`
}

/** Records linked to a person or an organization whose name has the term. */
function linkedHits(
  { actor }: Crm,
  kind: Searched,
  term: Term,
  [linked, column]: readonly ['person' | 'organization', string],
  condition: Fragment,
): Fragment {
  const { age } = KINDS[kind]
  return sql`(
    select ${kind}::text as type, r.id::text as id, 0.25 as score, ${age}::float8 as age
    from crm.${sql(`${linked}_words`)} w
    join crm.${sql(linked)} other on other.company_id = w.company_id and other.id = w.id and not other.is_deleted
    join crm.${sql(kind)} r on r.company_id = w.company_id and r.${sql(column)} = w.id
    where w.company_id = ${actor.companyId} and not r.is_deleted and ${maySeeSearched(actor, kind, 'r')}
      and ${maySee(actor, linked, 'other')} and ${condition}
      and ${isInIndex(term)} and ${every(sql`E'\n' || w.name || E'\n'`, term.words, term.exact)}
    order by ${age} desc limit ${NEWEST})`
}

/** The newest records with a note that has all words of the term. */
function notedHits(kind: Searched, rows: Fragment): Fragment {
  return sql`(select ${kind}::text as type, w.record_id::text as id, ${NOTED_SCORE} as score, w.age
    from (${rows}) w order by w.id desc limit ${NEWEST})`
}

/** Of a record that a note says it about. */
export const NOTED_SCORE = sql`0.3::float8`

function every(text: Fragment, words: readonly string[], exact: boolean): Fragment {
  return joined(
    words.map(word => sql`${text} like ${patternOf(word, exact)}`),
    ' and ',
  )
}

/** Names that are the term come first, then those that begin with it, values that are it, and words that begin with it. */
export function scoreOf({ text }: Term): Fragment {
  const term = escaped(text)
  return sql`(case when w.name = ${text} then 1.0 when w.name like ${`${term}%`} then 0.8
    when w.words like ${patternOf(searchKey(text), true)} then 0.7 when ' ' || w.name like ${`% ${term}%`} then 0.6
    when w.name like ${`%${term}%`} then 0.45 else 0.3 end
    + round(20000 * similarity(w.name, ${text})) / 100000)`
}
