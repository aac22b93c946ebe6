import { bulkWork } from '../bulk/bulkWork.ts'
import { importWork } from '../imports/importWork.ts'
import type { LongChange } from './store.ts'
import type { Work } from './work.ts'

/** What each kind of long change does. */
export const LONG_CHANGES: Readonly<Record<LongChange['work'], Work>> = {
  bulk: bulkWork,
  import: importWork,
}
