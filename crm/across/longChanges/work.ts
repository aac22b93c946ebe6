import type { Crm, CrmServices } from '../../base/api/context.ts'
import type { LongChange } from './store.ts'
import type { Progress } from './turnStore.ts'

/** What a kind of long change does: it tells how its batches are made. */
export interface Work {
  /** What is left to do after the first `row.done` pieces, in batches that are small enough to make way for others. */
  batches(services: CrmServices, row: LongChange): AsyncIterable<Batch>
}

/** A part of the work that is stored as a whole, together with how far the work is then. */
export interface Batch {
  /** How many pieces are done after it. */
  upto: number
  /** Runs in one transaction, maybe more than once when that is rolled back. */
  perform(crm: Crm): Promise<Omit<Progress, 'done'>>
}
