import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import type { Actor } from '../../base/access/actor.ts'
import { maySee, type OwnedEntity } from '../../base/access/visibility.ts'
import type { Fields } from '../../base/fields/catalog.ts'
import type { FilterType } from '../../base/lists/filterTypes.ts'
import { organizationColumnsV2 } from '../../contacts/organizations/v2/wire.ts'
import { personColumnsV2 } from '../../contacts/persons/v2/wire.ts'
import { dealColumnsV2 } from '../../sales/deals/v2/wire.ts'
import { productColumnsV2 } from '../../sales/products/v2/wire.ts'
import type { ActivityLink } from '../../work/activities/activityTotals.ts'

/** Kinds of records that are shown as lists, as the change log calls them. */
export const ROW_KINDS = ['deal', 'person', 'organization', 'product'] as const
export type RowKindName = (typeof ROW_KINDS)[number]

/** A kind of records that is shown as a list. */
export interface RowKind {
  name: RowKindName & OwnedEntity
  /** What its stored filters are called. */
  filterType: FilterType
  /** The field a record is called by. */
  title: 'title' | 'name'
  /** Its records that are in lists at all. */
  isListed: Fragment
  /** What the columns of v2 call its table. */
  alias: 'd' | 'p' | 'o'
  /** Its values as v2 shows them, for its table under that alias. */
  columns(fields: Fields): Fragment
  /** By which activities name it. */
  activityLink?: ActivityLink
  /** Records that it names, whose fields can be columns of its list too, by the column that names them. */
  related: Partial<Record<RowKindName, 'person_id' | 'org_id'>>
}

/** What all SQL about which rows a list has, and in what order, calls their record. */
export const ROW = 'r'

const there = sql`not r.is_deleted`

export const ROWS: Readonly<Record<RowKindName, RowKind>> = {
  deal: {
    name: 'deal',
    filterType: 'deals',
    title: 'title',
    isListed: sql`not r.is_deleted and not r.is_archived`,
    alias: 'd',
    columns: dealColumnsV2,
    activityLink: 'deal_id',
    related: { person: 'person_id', organization: 'org_id' },
  },
  person: {
    name: 'person',
    filterType: 'people',
    title: 'name',
    isListed: there,
    alias: 'p',
    columns: personColumnsV2,
    activityLink: 'person_id',
    related: { organization: 'org_id' },
  },
  organization: {
    name: 'organization',
    filterType: 'org',
    title: 'name',
    isListed: there,
    alias: 'o',
    columns: organizationColumnsV2,
    activityLink: 'org_id',
    related: {},
  },
  product: {
    name: 'product',
    filterType: 'products',
    title: 'name',
    isListed: there,
    alias: 'p',
    columns: fields => productColumnsV2(fields),
    related: {},
  },
}

/** The records of a kind that its list has for a caller. */
export function inSight({ name, isListed }: RowKind, actor: Actor): Fragment {
  return sql`r.company_id = ${actor.companyId} and ${isListed} and ${maySee(actor, name, ROW)}`
}
