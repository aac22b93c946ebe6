import type { FieldCatalog } from '../../base/fields/catalog.ts'
import type { Ids } from './ids.ts'
import type { MovedKind } from './kind.ts'
import type { Given, Source } from './source.ts'
import type { MoveKey } from './store.ts'

/** Records of one kind that are written in one transaction, and what is to be known about it. */
export interface Page {
  key: MoveKey
  run: number
  kind: MovedKind
  records: readonly Given[]
  /** Ids of the source are kept. */
  keepsIds: boolean
  /** The first page of its kind in a company that was empty: what it came with gives way. */
  clears: boolean
  ids: Ids
  fields: FieldCatalog
  source: Source
  fallbackUser: number
  comesLater(kind: string): boolean
}
