import type { Database } from '@portico/kit/database/database'
import type { FileStore } from '@portico/kit/files/fileStore'
import type { FieldCatalog } from '../../base/fields/catalog.ts'
import type { Ids } from './ids.ts'
import type { Source } from './source.ts'
import type { Counts, MoveKey, MoveRow } from './store.ts'

export interface MoveServices {
  database: Database
  files: FileStore
  fields: FieldCatalog
}

export interface MoveHooks {
  /** Once the source has said which account it is. */
  onBegun?(key: MoveKey): Promise<void>
  /** After each page, with what it was of and how many records there were; a failure ends the move there. */
  onPage?(kind: string, records: number, hasMore: boolean): void | Promise<void>
  /** Called at every step, for tests that end a move there. */
  step?(at: 'fetched' | 'written' | 'committed' | 'removing'): void
}

/** A move that is under way. */
export interface Move {
  services: MoveServices
  source: Source
  sourceCompany: number
  key: MoveKey
  row: MoveRow
  ids: Ids
  fallbackUser: number
  hooks: MoveHooks
}

export const NOTHING: Counts = { listed: 0, added: 0, changed: 0, removed: 0, refused: 0 }
