import type { FieldKind } from '../fields/declaration.ts'
import type { WhenMerged, WhenPurged } from './lifecycle.ts'
import type { Recent } from './recent.ts'
import type { Revert } from './revert.ts'
import type { Told } from './told.ts'

/** What a resource tells the rest of the CRM about its records, so that nobody has to ask for their kind by name. */
export interface RecordKind extends FieldKind {
  whenMerged?: WhenMerged
  whenPurged?: WhenPurged
  recent?: Recent
  revert?: Revert
  told?: Told
}
