import { type Fragment, joined, fragment as sql } from '@portico/kit/database/sql'
import type { Crm } from '../../base/api/context.ts'
import { rowLimit } from '../../base/lists/limit.ts'
import { maySeeNote } from '../../work/notes/visibility.ts'
import type { Hits } from './hitStore.ts'
import { KINDS, type Searched, tableOf } from './kinds.ts'
import { customText, searchableKeys } from './places.ts'
import { patternOf, searchKey, type Term } from './term.ts'

/** What a search shows of its hits. */
export interface ShownItems {
  /** The elements of a JSON array, each `{result_score, item}`, in the order of the hits. */
  items: string
  /** How many hits there are, those included that are not shown. */
  found: number
  /** Whether all is found that was looked for. */
  complete: boolean
}

export interface Shown {
  kinds: readonly Searched[]
  term: Term
  /** How many of the hits are shown; all when undefined. */
  limit?: number | undefined
  included?: readonly string[] | undefined
}

/** Finds and shows in one statement: between two of them a record could go, and each costs both sides. */
export async function showHits(
  crm: Crm,
  hits: Hits,
  { kinds, term, limit, included = [] }: Shown,
): Promise<ShownItems> {
  const items: Fragment[] = []
  for (const kind of kinds) items.push(await selectItems(crm, kind, term, included))
  const [row] = await crm.sql<ShownItems[]>`
    with ${hits.lists}
    select coalesce(string_agg(shown.text, ',' order by place), '') as items,
      (select count(*)::int from hit) as found, ${hits.complete} as complete
    from (${joined(items, ' union all ')}) shown ${limit === undefined ? sql`` : sql`where place <= ${rowLimit(limit)}`}`
  return row ?? { items: '', found: 0, complete: true }
}

/** The hits of one kind with their items. */
async function selectItems(crm: Crm, kind: Searched, term: Term, included: readonly string[]): Promise<Fragment> {
  const { actor } = crm
  const { item, joins } = KINDS[kind]
  const more = included.flatMap(name => {
    const include = KINDS[kind].included[name]
    return include ? [include(crm)] : []
  })
  const own = typeof item === 'function' ? item(crm) : item
  const columns = joined([own, ...notesIn(crm, kind, term), ...more], ', ')
  const found = foundCustom(await searchableKeys(crm, kind), term)
  return sql`
    select hit.place, '{"result_score":' || round(hit.score::numeric, 5)::float8 || ',"item":' || row_to_json(item) || '}' as text
    from hit join crm.${sql(tableOf(kind))} r on r.company_id = ${actor.companyId}
      and r.id = case when hit.type = ${kind} then hit.id::${kind === 'lead' ? sql`uuid` : sql`bigint`} end
    ${joins(actor)}
    cross join lateral (select r.id, hit.type, ${columns}, ${found} as custom_fields) item`
}

/** Of how many notes an item shows how much. */
const SHOWN_NOTES = 5
const SHOWN_CHARACTERS = 1000

/** The beginnings of the newest notes that have the term, or a word of it, as text; for a kind that has notes. */
function notesIn({ actor }: Crm, kind: Searched, { words, exact }: Term): Fragment[] {
  const { noted } = KINDS[kind]
  if (!noted) return []
  const patterns = words.map(word => patternOf(searchKey(word), exact))
  const found = sql`(
    select left(crm.note_text(n.content), ${SHOWN_CHARACTERS}) from crm.note n
    join crm.note_words w on w.company_id = n.company_id and w.id = n.id
    where n.company_id = r.company_id and n.${sql(noted.column)} = r.id and not n.is_deleted
      and ${maySeeNote(actor, 'n')} and w.words like any(${patterns}::text[])
    order by n.id desc limit ${SHOWN_NOTES})`
  const own = noted.own ? sql`select ${noted.own} where ${noted.own} <> '' union all` : sql``
  return [sql`(select coalesce(json_agg(note.text), '[]') from (${own} ${found}) note (text)) as notes`]
}

/** Values of custom fields that have the term, or a word of it. */
function foundCustom(keys: readonly string[], { words, exact }: Term): Fragment {
  if (keys.length === 0) return sql`'[]'::json`
  return sql`(select coalesce(json_agg(value), '[]') from (
    select ${customText} as value from unnest(${keys as string[]}::text[]) key where r.custom ? key) v
    where E'\n' || lower(crm.line(value)) || E'\n' like any(${words.map(word => patternOf(word, exact))}::text[]))`
}
