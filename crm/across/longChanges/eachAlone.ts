import { isFailure } from '@portico/kit/api/failure'
import { isConnectionLoss, isDataError, isTimeout, limitReached } from '@portico/kit/database/errors'
import type { Crm } from '../../base/api/context.ts'
import { allGathered } from '../../base/changes/gather.ts'

/** What became of one item: what the work gave back, or why it was refused. */
export type Outcome<Done> = { done: Done } | { refused: string; field: string | undefined }

/**
 * Does a piece of work for each item within one transaction; a refusal undoes that item alone. All items are done at once,
 * with statements for all of them (`base/changes/gather.ts`). When some are refused, everything is undone, and the others
 * are done once more; when the database refuses a statement, which does not tell the item, each half on its own. Items must
 * not touch the same record.
 */
export async function eachAlone<Item, Done>(
  crm: Crm,
  items: readonly Item[],
  work: (crm: Crm, item: Item) => Promise<Done>,
): Promise<Outcome<Done>[]> {
  const [only, ...others] = items
  if (only === undefined) return []
  if (others.length === 0) return [await orUndone(crm, part => work(part, only))]
  const refused = new Map<number, Outcome<Done>>()
  const together = await orUndone(crm, async part => {
    const settled = await allGathered(items, (gather, item) => work({ ...part, gather }, item))
    const reasons = settled.flatMap(each => (each.status === 'rejected' ? [each.reason] : []))
    for (const [at, each] of settled.entries()) {
      const refusal = each.status === 'rejected' && isFailure(each.reason) ? refusalOf(each.reason) : undefined
      if (refusal) refused.set(at, refusal)
    }
    // A fault counts for more than a refusal, and an error of the database for more than those that follow from it.
    if (reasons.length > 0)
      throw (
        reasons.find(reason => !isBecauseOfAnother(reason) && !refusalOf(reason)) ??
        reasons.find(reason => !isBecauseOfAnother(reason)) ??
        reasons[0]
      )
    return settled.flatMap(each => (each.status === 'fulfilled' ? [{ done: each.value }] : []))
  })
  if ('done' in together) return together.done
  if (refused.size === 0) {
    const half = Math.ceil(items.length / 2)
    const first = await eachAlone(crm, items.slice(0, half), work)
    return [...first, ...(await eachAlone(crm, items.slice(half), work))]
  }
  const rest = await eachAlone(
    crm,
    items.filter((_, at) => !refused.has(at)),
    work,
  )
  let next = 0
  return items.map((_, at) => refused.get(at) ?? rest[next++] ?? together)
}

async function orUndone<Done>(crm: Crm, work: (crm: Crm) => Promise<Done>): Promise<Outcome<Done>> {
  const effects: (() => void)[] = []
  try {
    const done = await crm.sql.savepoint(sql => work({ ...crm, sql, afterCommit: effect => void effects.push(effect) }))
    for (const effect of effects) crm.afterCommit(effect)
    return { done }
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) throw error
    return refusal
  }
}

/** After an error of the database every further statement fails, until it is undone. */
export function isBecauseOfAnother(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === '25P02'
}

/** Faults of this server, which are not those of an item. */
const FAULTS: ReadonlySet<string> = new Set(['unavailable', 'timeout', 'internal', 'unauthenticated'])

/** Why an item was refused; undefined for faults, which end the batch. */
export function refusalOf(error: unknown): { refused: string; field: string | undefined } | undefined {
  if (isFailure(error) && FAULTS.has(error.code)) return undefined
  if (isFailure(error)) return { refused: error.message, field: error.details.field }
  const limit = limitReached(error)
  if (limit) return { refused: limit.text, field: limit.field }
  if (isConnectionLoss(error) || isTimeout(error) || !isDataError(error)) return undefined
  return { refused: 'A value does not fit its field', field: undefined }
}
