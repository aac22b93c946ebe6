import type { RowKindName } from '@portico/crm/across/rows/kinds'
import { RECORD_PLACES } from '../record/places.ts'

/** A kind of records that has a list. Everything else about it comes from the server. */
export interface ListKind {
  name: RowKindName
  /** The screen of the list. */
  screen: string
  one: string
  many: string
  /** The field a record is called by: the first column, always there. */
  title: 'title' | 'name'
  /** What its stored filters are called. */
  filterType: 'deals' | 'people' | 'org' | 'products'
  /** Columns until somebody chooses others. */
  columns: readonly string[]
  /** What is typed into a new one, beside what it is called. */
  added: readonly ('email' | 'phone' | 'organization' | 'person' | 'value' | 'code' | 'website')[]
  /** What to do when there is none. */
  whenEmpty: string
  /** Other kinds whose changes show in its rows. */
  shows: readonly string[]
}

export const LISTS: Readonly<Record<RowKindName, ListKind>> = {
  deal: {
    name: 'deal',
    screen: '/app/deals/list',
    one: 'deal',
    many: 'Deals',
    title: 'title',
    filterType: 'deals',
    columns: [
      'value',
      'stage_id',
      'org_id',
      'person_id',
      'owner_id',
      'next_activity_date',
      'expected_close_date',
      'status',
    ],
    added: ['person', 'organization', 'value'],
    whenEmpty: 'Add your first deal: what you could sell, and to whom.',
    shows: ['activity', 'person', 'organization', 'stage'],
  },
  person: {
    name: 'person',
    screen: RECORD_PLACES.person.screen,
    one: 'person',
    many: 'People',
    title: 'name',
    filterType: 'people',
    columns: ['org_id', 'emails', 'phones', 'owner_id', 'label_ids', 'next_activity_date', 'open_deals_count'],
    added: ['email', 'phone', 'organization'],
    whenEmpty: 'Add the first person you talk to. Their organization, deals and activities gather around them.',
    shows: ['activity', 'organization'],
  },
  organization: {
    name: 'organization',
    screen: RECORD_PLACES.organization.screen,
    one: 'organization',
    many: 'Organizations',
    title: 'name',
    filterType: 'org',
    columns: ['address', 'website', 'people_count', 'open_deals_count', 'owner_id', 'label_ids', 'next_activity_date'],
    added: ['website'],
    whenEmpty: 'Add the first company you sell to.',
    shows: ['activity', 'person'],
  },
  product: {
    name: 'product',
    screen: RECORD_PLACES.product.screen,
    one: 'product',
    many: 'Products',
    title: 'name',
    filterType: 'products',
    columns: ['code', 'prices', 'category', 'unit', 'tax', 'owner_id'],
    added: ['code'],
    whenEmpty: 'Add what you sell. Products can then be put on deals, with a price and a quantity.',
    shows: [],
  },
}
