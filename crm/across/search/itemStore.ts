import { type Fragment, joined, fragment as sql } from '@portico/kit/database/sql'
import type { Crm } from '../../base/api/context.ts'
import { maySeeNote } from '../../work/notes/visibility.ts'
import type { Hit } from './hitStore.ts'
import { KINDS, SEARCHED, type Searched, tableOf } from './kinds.ts'
import { customText, searchableKeys } from './places.ts'
import { patternOf, searchKey, type Term } from './term.ts'

/** Hits as JSON texts `{result_score, item}`, in their order. */
export async function itemsOf(
  crm: Crm,
  hits: readonly Hit[],
  term: Term,
  included: readonly string[] = [],
): Promise<string[]> {
  const texts = new Map<string, string>()
  for (const kind of SEARCHED) {
    const ids = hits.filter(hit => hit.type === kind).map(hit => hit.id)
    if (ids.length === 0) continue
    for (const { id, item } of await selectItems(crm, kind, ids, term, included)) texts.set(`${kind}/${id}`, item)
  }
  return hits.flatMap(({ type, id, score }) => {
    const item = texts.get(`${type}/${id}`)
    return item ? [`{"result_score":${score},"item":${item}}`] : []
  })
}

async function selectItems(
  crm: Crm,
  kind: Searched,
  ids: readonly string[],
  term: Term,
  included: readonly string[],
): Promise<{ id: string; item: string }[]> {
  const { actor } = crm
  const { item, joins } = KINDS[kind]
  const more = included.flatMap(name => {
    const include = KINDS[kind].included[name]
    return include ? [include(crm)] : []
  })
  const own = typeof item === 'function' ? item(crm) : item
  const columns = joined([own, ...notesIn(crm, kind, term), ...more], ', ')
  const found = foundCustom(await searchableKeys(crm, kind), term)
  return crm.sql<{ id: string; item: string }[]>`
    select r.id::text as id, json_build_object('id', r.id, 'type', ${kind}::text, ${columns}, 'custom_fields', ${found})::text as item
    from crm.${sql(tableOf(kind))} r ${joins(actor)}
    where r.company_id = ${actor.companyId} and r.id = any(${ids as string[]}::${kind === 'lead' ? sql`uuid` : sql`bigint`}[])`
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
  return [sql`'notes', (select coalesce(json_agg(note.text), '[]') from (${own} ${found}) note (text))`]
}

/** Values of custom fields that have the term, or a word of it. */
function foundCustom(keys: readonly string[], { words, exact }: Term): Fragment {
  if (keys.length === 0) return sql`'[]'::json`
  return sql`(select coalesce(json_agg(value), '[]') from (
    select ${customText} as value from unnest(${keys as string[]}::text[]) key where r.custom ? key) v
    where E'\n' || lower(crm.line(value)) || E'\n' like any(${words.map(word => patternOf(word, exact))}::text[]))`
}
