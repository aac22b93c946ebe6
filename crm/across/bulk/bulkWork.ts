import type { Crm } from '../../base/api/context.ts'
import { eachAlone } from '../longChanges/eachAlone.ts'
import type { Problem } from '../longChanges/store.ts'
import { idsOf } from '../longChanges/turnStore.ts'
import type { Work } from '../longChanges/work.ts'
import type { RowKindName } from '../rows/kinds.ts'
import { type Action, act } from './actions.ts'
import { BULK_KINDS, type BulkKind } from './kinds.ts'
import { countLogged, lockRecords } from './store.ts'

/** Small enough that a batch is over before anybody notices it. */
const BATCH = 100

/** What a bulk change remembers of what it was asked for. */
export interface AskedBulk {
  kind: RowKindName
  action: Action
}

export const bulkWork: Work = {
  async *batches({ database }, row) {
    // Stored by the operation, out of a body that it has checked.
    const { kind, action } = row.asked as AskedBulk
    for (let from = row.done; from < row.total; from += BATCH) {
      const ids = (await database.read(sql => idsOf(sql, row, from, BATCH))).map(Number)
      yield {
        upto: Math.min(row.total, from + BATCH),
        perform: crm => performBatch(crm, BULK_KINDS[kind], action, ids),
      }
    }
  },
}

async function performBatch(crm: Crm, kind: BulkKind, action: Action, ids: readonly number[]) {
  const standing = await lockRecords(crm, kind, ids)
  const outcomes = await eachAlone(crm, standing, (part, record) => act(part, kind, action, record))
  const problems: Problem[] = []
  for (const [at, outcome] of outcomes.entries())
    if ('refused' in outcome)
      problems.push({ text: outcome.refused, item: kind.name, item_id: String(standing[at]?.id) })
  // An update that changes nothing leaves no line.
  const changed = await countLogged(crm, kind, ids)
  const skipped = ids.length - standing.length
  const refused = problems.length
  return { counts: { changed, unchanged: standing.length - refused - changed, skipped, refused }, problems }
}
