import { setTimeout as sleep } from 'node:timers/promises'
import type { Crm, CrmServices } from '../../base/api/context.ts'
import { performAs } from '../../base/api/jobContext.ts'
import { addToSums } from '../../sales/deals/keepSums.ts'
import { revertChange } from '../changes/revert.ts'
import { type Change, changesOfCorrelation } from '../changes/store.ts'
import { eachAlone } from './eachAlone.ts'
import type { LongChange, Problem } from './store.ts'
import { finishLongChange, giveBack, type Lease, othersWait, storeProgress, storeUndone } from './turnStore.ts'
import type { Work } from './work.ts'

const KEPT_DAYS = 7

/** Lines of the log that are undone in one transaction. */
const UNDO_BATCH = 100

/** While others wait, nobody has a longer turn than this. */
const TURN_MS = 3_000

/** The longest rest after a batch while requests are answered. */
const MOST_REST_MS = 100

/** So often the sums of deals follow: boards and reports go through all that was changed since. */
export const SUMS_MS = 500

export interface LongChangeHooks {
  /** Tests stop the work here. */
  afterBatch?(row: LongChange): Promise<void>
  /** In the transaction of a batch, before it commits. */
  inBatch?(crm: Crm): Promise<void>
  now?(): Date
}

/**
 * Goes on with a long change from where it stands: batch after batch, each stored in one transaction with how far the
 * work is then. A process that is killed costs the batch that it was doing; nothing is done twice.
 */
export async function runLongChange(
  services: CrmServices,
  row: LongChange,
  work: Work,
  lease: () => Lease,
  hooks: LongChangeHooks,
): Promise<void> {
  const turn = takeTurn(services, row, lease, hooks)
  const asked = { companyId: row.company_id, userId: row.user_id, requestId: row.correlation_id }
  let from = row.done
  for await (const { upto, perform } of work.batches(services, row)) {
    await performAs(services, asked, async crm => {
      const progress = await perform(asBulk(crm))
      await hooks.inBatch?.(crm)
      await storeProgress(crm.sql, row, lease(), { ...progress, from, done: upto })
    })
    from = upto
    await hooks.afterBatch?.(row)
    if (!(await turn.goesOn())) return
  }
  await finish(services, row, 'done', lease, hooks)
}

/** Undoes it from the end of what it has logged; what somebody has changed since is left alone and named. */
export async function undoLongChange(
  services: CrmServices,
  row: LongChange,
  lease: () => Lease,
  hooks: LongChangeHooks,
): Promise<void> {
  const turn = takeTurn(services, row, lease, hooks)
  const asked = {
    companyId: row.company_id,
    userId: row.undo_by ?? row.user_id,
    requestId: `${row.correlation_id}-undo`,
  }
  let before = row.undo_before ?? undefined
  for (;;) {
    const last = await performAs(services, asked, async plain => {
      const crm = asBulk(plain)
      const options = { before, limit: UNDO_BATCH, standing: true }
      const lines = await changesOfCorrelation(crm, row.correlation_id, options)
      const oldest = lines.at(-1)?.seq
      if (oldest === undefined) return undefined
      const progress = await revertLines(crm, lines)
      await hooks.inBatch?.(crm)
      await storeUndone(crm.sql, row, lease(), { ...progress, before: oldest, done: lines.length })
      return oldest
    })
    if (last === undefined) break
    before = last
    await hooks.afterBatch?.(row)
    if (!(await turn.goesOn())) return
  }
  await finish(services, row, 'undone', lease, hooks)
}

/** Lines about one record go one after the other, newest first; those of different records together. */
async function revertLines(crm: Crm, lines: readonly Change[]) {
  const problems: Problem[] = []
  let reverted = 0
  for (const round of rounds(lines)) {
    const outcomes = await eachAlone(crm, round, revertChange)
    for (const [at, outcome] of outcomes.entries()) {
      if ('done' in outcome) reverted++
      else problems.push({ text: outcome.refused, item: round[at]?.entity ?? '', item_id: round[at]?.entity_id ?? '' })
    }
  }
  return { counts: { reverted, kept: problems.length }, problems }
}

/** The first line of each record, then the second of each, and so on; kinds in the order in which they were written last. */
function rounds(lines: readonly Change[]): Change[][] {
  const found: Change[][] = []
  const seen = new Map<string, number>()
  for (const line of lines) {
    const record = `${line.entity} ${line.entity_id}`
    const nr = seen.get(record) ?? 0
    seen.set(record, nr + 1)
    const round = found[nr] ?? []
    found[nr] = round
    round.push(line)
  }
  return found
}

/** Lets requests and others come first: rests after a batch while requests are answered, and says when its turn is over. */
function takeTurn(services: CrmServices, row: LongChange, lease: () => Lease, hooks: LongChangeHooks) {
  const begun = performance.now()
  let [calls, since, summed] = [services.calls.begun, begun, begun]
  return {
    async goesOn(): Promise<boolean> {
      services.logReader.wake(row.company_id)
      if (performance.now() - summed > SUMS_MS) {
        // What is not settled yet is added the next time: nobody's open transaction holds this up.
        await addToSums(services, row.company_id, { waitMs: 0 })
        summed = performance.now()
      }
      const now = performance.now()
      if (services.calls.begun > calls) await sleep(Math.min(MOST_REST_MS, now - since))
      ;[calls, since] = [services.calls.begun, performance.now()]
      if (since - begun < TURN_MS) return true
      const at = hooks.now?.() ?? new Date()
      if (!(await services.database.read(sql => othersWait(sql, row, at)))) return true
      await services.database.write(sql => giveBack(sql, row, lease().by, at))
      return false
    },
  }
}

async function finish(
  { database }: CrmServices,
  row: LongChange,
  state: 'done' | 'undone',
  lease: () => Lease,
  hooks: LongChangeHooks,
): Promise<void> {
  const now = hooks.now?.() ?? new Date()
  await database.write(sql => finishLongChange(sql, row, lease(), { state, now, expires: expiry(now) }))
}

/** When one that ends now is removed. */
export function expiry(now: Date): Date {
  return new Date(now.getTime() + KEPT_DAYS * 86_400_000)
}

/** What the web app has asked for, of many records. */
function asBulk(crm: Crm): Crm {
  return { ...crm, bulk: true, actor: { ...crm.actor, source: 'app' } }
}
