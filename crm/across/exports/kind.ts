import type { Fragment } from '@portico/kit/database/sql'
import type { Actor } from '../../base/access/actor.ts'
import type { Crm } from '../../base/api/context.ts'
import type { RecordTable } from '../../base/changes/write.ts'
import type { FieldEntity } from '../../base/fields/catalog.ts'
import type { FieldTable } from '../../base/fields/declaration.ts'

/** A kind of records that an export holds. */
export interface ExportKind {
  /** Of its file in the archive, and in requests: `deals`. */
  name: string
  /** As the heads of columns begin: `Deal`. */
  label: string
  /** What all SQL about it calls the row. */
  alias: string
  idType: 'bigint' | 'uuid' | 'text'
  table: string
  /**
   * How the change log calls the records, so that the log knows how they stood at the moment of the export. Kinds that
   * are not in the log are read at that moment itself.
   */
  logged?: RecordTable | 'user'
  /** Fields as people name them. */
  fields?: FieldTable
  customFieldsOf?: FieldEntity
  /** Which rows count; all when left out. */
  kept?: Fragment
  /** Undefined for those who may see none of the kind. */
  maySee(actor: Actor): Fragment | undefined
  /** A record as JSON. For one out of the log `then` is all that the log has of it, with what lives in other tables. */
  wire(crm: Crm, then?: Fragment): Promise<Fragment>
  /** What the log has of other tables, by name. */
  besideIt?: readonly string[]
}
