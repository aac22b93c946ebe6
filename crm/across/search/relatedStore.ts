import { fragment as sql } from '@portico/kit/database/sql'
import { maySee } from '../../base/access/visibility.ts'
import type { Crm } from '../../base/api/context.ts'
import type { Hit } from './hitStore.ts'
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

export async function relatedHits(crm: Crm, hits: readonly Hit[]): Promise<Hit[]> {
  const found = new Set(hits.map(hit => `${hit.type}/${hit.id}`))
  const related: Hit[] = []
  for (const [kind, of, column] of RELATED) {
    const ids = hits.filter(hit => hit.type === of).map(hit => hit.id)
    if (ids.length === 0) continue
    for (const { id } of await newestOf(crm, kind, column, ids)) {
      const place = `${kind}/${id}`
      if (found.has(place)) continue
      found.add(place)
      related.push({ type: kind, id, score: 0 })
    }
  }
  return related
}

function newestOf(crm: Crm, kind: SearchedRecord, column: string, ids: readonly string[]) {
  return crm.sql<{ id: string }[]>`
    select r.id::text as id from crm.${sql(kind)} r
    where r.company_id = ${crm.actor.companyId} and r.${sql(column)} = any(${ids as string[]}::bigint[])
      and not r.is_deleted and ${maySee(crm.actor, kind, 'r')}
    order by ${KINDS[kind].age} desc limit ${MOST}`
}
