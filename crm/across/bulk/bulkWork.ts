import type { Crm } from '../../base/api/context.ts'
import type { RecordTable } from '../../base/changes/write.ts'
import { countChanged } from '../longChanges/countChangedStore.ts'
import { eachAlone } from '../longChanges/eachAlone.ts'
import type { Problem } from '../longChanges/store.ts'
import { idsOf } from '../longChanges/turnStore.ts'
import type { Work } from '../longChanges/work.ts'
import type { RowKindName } from '../rows/kinds.ts'
import { type Action, act, type StandingRecord } from './actions.ts'
import { BULK_KINDS } from './kinds.ts'
import { actOnLead, type LeadAction } from './leadActions.ts'
import { lockLeads, lockRecords, type StandingLead } from './store.ts'

/** Small enough that a batch is over before anybody notices it. */
const BATCH = 100

/** What a bulk change remembers of what it was asked for. */
export type AskedBulk = { kind: RowKindName; action: Action } | { kind: 'lead'; action: LeadAction }

export const bulkWork: Work = {
  async *batches({ database }, row) {
    // Stored by the operation, out of a body that it has checked.
    const asked = row.asked as AskedBulk
    for (let from = row.done; from < row.total; from += BATCH) {
      const ids = await database.read(sql => idsOf(sql, row, from, BATCH))
      yield {
        upto: Math.min(row.total, from + BATCH),
        perform: crm => (asked.kind === 'lead' ? onLeads(crm, asked.action, ids) : onRecords(crm, asked, ids)),
      }
    }
  },
}

function onRecords(crm: Crm, asked: Exclude<AskedBulk, { kind: 'lead' }>, ids: readonly string[]) {
  const kind = BULK_KINDS[asked.kind]
  return performBatch<StandingRecord>(crm, kind.revert.table, ids, {
    lock: () => lockRecords(crm, kind, ids.map(Number)),
    act: (part, record) => act(part, kind, asked.action, record),
  })
}

function onLeads(crm: Crm, action: LeadAction, ids: readonly string[]) {
  return performBatch<StandingLead>(crm, 'lead', ids, {
    lock: () => lockLeads(crm, ids),
    act: (part, lead) => actOnLead(part, action, lead),
  })
}

interface Batch<T> {
  /** Those that are still there, locked. */
  lock(): Promise<readonly T[]>
  /** Does it with one, and says whether there was anything to do. */
  act(crm: Crm, record: T): Promise<boolean>
}

async function performBatch<T extends { id: number | string }>(
  crm: Crm,
  table: RecordTable,
  ids: readonly string[],
  batch: Batch<T>,
) {
  const standing = await batch.lock()
  const outcomes = await eachAlone(crm, standing, batch.act)
  const problems: Problem[] = []
  for (const [at, outcome] of outcomes.entries())
    if ('refused' in outcome) problems.push({ text: outcome.refused, item: table, item_id: String(standing[at]?.id) })
  // An update that changes nothing leaves no line.
  const changed = await countChanged(crm, table, ids)
  const skipped = ids.length - standing.length
  const refused = problems.length
  return { counts: { changed, unchanged: standing.length - refused - changed, skipped, refused }, problems }
}
