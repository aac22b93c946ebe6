import type { Revert } from '../../base/records/revert.ts'
import { organizationKind } from '../../contacts/organizations/kind.ts'
import { personKind } from '../../contacts/persons/kind.ts'
import { dealKind } from '../../sales/deals/kind.ts'
import { productKind } from '../../sales/products/kind.ts'
import type { RowKindName } from '../rows/kinds.ts'
import { UPSERTED } from '../upsert/kinds.ts'
import type { Kind } from '../upsert/upsertRecords.ts'

/** A kind of record that can be changed many at a time: by its own update and removal, so that every rule holds. */
export interface BulkKind {
  name: RowKindName
  /** For people: one of them, and several. */
  words: readonly [one: string, several: string]
  written: Kind
  revert: Revert
  hasLabels: boolean
}

export const BULK_KINDS: Readonly<Record<RowKindName, BulkKind>> = {
  deal: {
    name: 'deal',
    words: ['deal', 'deals'],
    written: UPSERTED.deal,
    revert: dealKind.revert,
    hasLabels: true,
  },
  person: {
    name: 'person',
    words: ['person', 'people'],
    written: UPSERTED.person,
    revert: personKind.revert,
    hasLabels: true,
  },
  organization: {
    name: 'organization',
    words: ['organization', 'organizations'],
    written: UPSERTED.organization,
    revert: organizationKind.revert,
    hasLabels: true,
  },
  product: {
    name: 'product',
    words: ['product', 'products'],
    written: UPSERTED.product,
    revert: productKind.revert,
    hasLabels: false,
  },
}

/** `3 deals`. */
export function inWords({ words: [one, several] }: Pick<BulkKind, 'words'>, count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : several}`
}
