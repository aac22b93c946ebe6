import { type Fragment, joined, fragment as sql } from '@portico/kit/database/sql'
import { maySee } from '../../base/access/visibility.ts'
import type { Crm } from '../../base/api/context.ts'
import { rowWindow } from '../../base/lists/limit.ts'
import type { SearchedRecord } from './kinds.ts'
import { patternOf, searchKey, type Term } from './term.ts'

export interface Value {
  id: number | string | null
  value: string
}

export interface Looked {
  kind: SearchedRecord
  /** The values of the field in the record `r`, as a set of texts. */
  values: Fragment
}

export function selectValues(
  crm: Crm,
  { kind, values }: Looked,
  term: Term,
  condition: Fragment,
  page: { start: number; limit: number },
  distinct = false,
) {
  const inIndex = joined(
    term.words.map(word => sql`w.words like ${patternOf(searchKey(word), term.exact)}`),
    ' and ',
  )
  const from = sql`
    from crm.${sql(`${kind}_words`)} w
    join crm.${sql(kind)} r on r.company_id = w.company_id and r.id = w.id
    cross join lateral (${values}) found
    where w.company_id = ${crm.actor.companyId} and ${inIndex} and not r.is_deleted and ${maySee(crm.actor, kind, 'r')} and ${condition}`
  if (distinct)
    return crm.sql<Value[]>`
      select distinct null::text as id, found.value ${from} order by found.value ${rowWindow(page.start, page.limit)}`.freshlyPlanned()
  return crm.sql<Value[]>`
    select r.id, found.value ${from} order by r.id ${rowWindow(page.start, page.limit)}`.freshlyPlanned()
}
