import { fragment as sql } from '@portico/kit/database/sql'
import { maySee } from '../../base/access/visibility.ts'
import type { Crm } from '../../base/api/context.ts'
import type { Hits } from './hitStore.ts'
import { KINDS, type SearchedRecord } from './kinds.ts'

const MOST = 100

/** What belongs to found contacts: the newest deals and leads of persons and organizations, and the people of organizations. */
const RELATED: readonly (readonly [kind: SearchedRecord, of: 'person' | 'organization', column: string])[] = [
  ['deal', 'person', 'person_id'],
  ['deal', 'organization', 'org_id'],
  ['lead', 'person', 'person_id'],
  ['lead', 'organization', 'organization_id'],
  ['person', 'organization', 'org_id'],
]

/** Kinds of what belongs to contacts. */
export const RELATED_KINDS = [...new Set(RELATED.map(([kind]) => kind))]

/** What is shown of a search already. */
interface ShownRecord {
  type: string
  id: number | string
}

export async function relatedHits(crm: Crm, shown: readonly ShownRecord[]): Promise<Hits> {
  const found = new Set(shown.map(({ type, id }) => `${type}/${id}`))
  const related: { type: string; id: string }[] = []
  for (const [kind, of, column] of RELATED) {
    const ids = shown.filter(({ type }) => type === of).map(({ id }) => String(id))
    if (ids.length === 0) continue
    for (const { id } of await newestOf(crm, kind, column, ids)) {
      const place = `${kind}/${id}`
      if (found.has(place)) continue
      found.add(place)
      related.push({ type: kind, id })
    }
  }
  const types = related.map(({ type }) => type)
  const ids = related.map(({ id }) => id)
  const lists = sql`hit as materialized (select type, id, 0::float8 as score, place
    from unnest(${types}::text[], ${ids}::text[]) with ordinality related (type, id, place))`
  return { lists, complete: sql`true` }
}

function newestOf(crm: Crm, kind: SearchedRecord, column: string, ids: readonly string[]) {
  return crm.sql<{ id: string }[]>`
    select r.id::text as id from crm.${sql(kind)} r
    where r.company_id = ${crm.actor.companyId} and r.${sql(column)} = any(${ids as string[]}::bigint[])
      and not r.is_deleted and ${maySee(crm.actor, kind, 'r')}
    order by ${KINDS[kind].age} desc limit ${MOST}`
}
