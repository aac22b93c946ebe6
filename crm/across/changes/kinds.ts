import type { Revert } from '../../base/records/revert.ts'
import { organizationKind } from '../../contacts/organizations/kind.ts'
import { personKind } from '../../contacts/persons/kind.ts'
import { dealKind } from '../../sales/deals/kind.ts'
import { productKind } from '../../sales/products/kind.ts'
import { activityKind } from '../../work/activities/kind.ts'

const KINDS: readonly Revert[] = [dealKind, personKind, organizationKind, productKind, activityKind].map(
  kind => kind.revert,
)

/** Kinds of records whose changes can be read and undone, by their names in the log. */
export const REVERTIBLE: ReadonlyMap<string, Revert> = new Map(KINDS.map(kind => [kind.table, kind]))
