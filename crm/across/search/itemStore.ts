import { type Fragment, joined, fragment as sql } from '@portico/kit/database/sql'
import type { Crm } from '../../base/api/context.ts'
import type { Hit } from './hitStore.ts'
import { KINDS, SEARCHED, type Searched } from './kinds.ts'
import { customText, searchableKeys } from './places.ts'
import { patternOf, type Term } from './term.ts'

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
  const columns = joined([own, ...more], ', ')
  const found = foundCustom(await searchableKeys(crm, kind), term)
  return crm.sql<{ id: string; item: string }[]>`
    select r.id::text as id, json_build_object('id', r.id, 'type', ${kind}::text, ${columns}, 'custom_fields', ${found})::text as item
    from crm.${sql(kind)} r ${joins(actor)}
    where r.company_id = ${actor.companyId} and r.id = any(${ids as string[]}::${kind === 'lead' ? sql`uuid` : sql`bigint`}[])`
}

/** Values of custom fields that have the term, or a word of it. */
function foundCustom(keys: readonly string[], { words, exact }: Term): Fragment {
  if (keys.length === 0) return sql`'[]'::json`
  return sql`(select coalesce(json_agg(value), '[]') from (
    select ${customText} as value from unnest(${keys as string[]}::text[]) key where r.custom ? key) v
    where E'\n' || lower(crm.line(value)) || E'\n' like any(${words.map(word => patternOf(word, exact))}::text[]))`
}
