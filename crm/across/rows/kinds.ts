import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import type { Actor } from '../../base/access/actor.ts'
import { maySee, type OwnedEntity } from '../../base/access/visibility.ts'
import type { FilterType } from '../../base/lists/filterTypes.ts'

/** Kinds of records that are shown as lists, as the change log calls them. */
export const ROW_KINDS = ['deal', 'person', 'organization', 'product'] as const
export type RowKindName = (typeof ROW_KINDS)[number]

/** A kind of records that is shown as a list. */
export interface RowKind {
  name: RowKindName & OwnedEntity
  /** What its stored filters are called. */
  filterType: FilterType
  /** Its records that are in lists at all. */
  isListed: Fragment
}

/** What all SQL about a row calls its record. */
export const ROW = 'r'

const there = sql`not r.is_deleted`

export const ROWS: Readonly<Record<RowKindName, RowKind>> = {
  deal: { name: 'deal', filterType: 'deals', isListed: sql`not r.is_deleted and not r.is_archived` },
  person: { name: 'person', filterType: 'people', isListed: there },
  organization: { name: 'organization', filterType: 'org', isListed: there },
  product: { name: 'product', filterType: 'products', isListed: there },
}

/** The records of a kind that its list has for a caller. */
export function inSight({ name, isListed }: RowKind, actor: Actor): Fragment {
  return sql`r.company_id = ${actor.companyId} and ${isListed} and ${maySee(actor, name, ROW)}`
}
