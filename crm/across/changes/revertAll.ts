import { failure, isFailure } from '@portico/kit/api/failure'
import type { Crm } from '../../base/api/context.ts'
import { allGathered } from '../../base/changes/gather.ts'
import { LIMITS } from '../../base/limits/atRest.ts'
import { isBecauseOfAnother } from '../longChanges/eachAlone.ts'
import { orUndone } from '../upsert/orUndone.ts'
import { revertChange } from './revert.ts'
import { type Change, changesOfCorrelation } from './store.ts'

export interface Reverted {
  id: number
  item: string
  item_id: string
  status: 'reverted' | 'refused'
  error?: string
}

/**
 * Undoes what the requests of one id have changed, newest first: all of it or, when refusals are to be skipped, what
 * can be undone. A call undoes so many changes at most; `more` says that others are left.
 */
export async function revertCorrelation(
  crm: Crm,
  correlationId: string,
  { skipRefused }: { skipRefused: boolean },
): Promise<{ reverted: Reverted[]; more: boolean }> {
  const most = LIMITS.revertedChanges
  const found = await changesOfCorrelation(crm, correlationId, { limit: most + 1, standing: true })
  if (found.length === 0)
    throw failure('missing', 'There is no change of this correlation_id that was not undone', {
      field: 'correlation_id',
    })
  const changes = found.slice(0, most)
  const reverted: Reverted[] = []
  if (skipRefused) for (const change of changes) reverted.push(await revertOrSkip(crm, change))
  else
    for (const run of runsOfOneKind(changes)) {
      await revertRun(crm, run)
      for (const change of run) reverted.push({ ...named(change), status: 'reverted' })
    }
  return { reverted, more: found.length > most }
}

/** Kinds whose records do not depend on others of their kind: changes of several are undone with the same statements. */
const TOGETHER: ReadonlySet<string> = new Set(['deal', 'person', 'organization', 'product', 'project'])

/** Neighbours that can be undone together: the same was done to different records of one kind. */
function runsOfOneKind(changes: readonly Change[]): Change[][] {
  const runs: Change[][] = []
  let ids = new Set<string>()
  for (const change of changes) {
    const run = runs.at(-1)
    if (run?.[0] && areAlike(run[0], change) && !ids.has(change.entity_id)) run.push(change)
    else {
      runs.push([change])
      ids = new Set()
    }
    ids.add(change.entity_id)
  }
  return runs
}

/** A merge is about two records of one kind, and undone alone. */
function areAlike(one: Change, other: Change): boolean {
  return (
    TOGETHER.has(one.entity) && one.entity === other.entity && one.action === other.action && one.action !== 'merged'
  )
}

async function revertRun(crm: Crm, run: readonly Change[]): Promise<void> {
  const [only, ...others] = run
  if (only && others.length === 0) return revertChange(crm, only)
  const settled = await allGathered(run, (gather, change) => revertChange({ ...crm, gather }, change))
  const reasons = settled.flatMap(each => (each.status === 'rejected' ? [each.reason] : []))
  // An error of the database counts for more than those that follow from it.
  if (reasons.length > 0) throw reasons.find(reason => !isFailure(reason) && !isBecauseOfAnother(reason)) ?? reasons[0]
}

async function revertOrSkip(crm: Crm, change: Change): Promise<Reverted> {
  try {
    await orUndone(crm, part => revertChange(part, change))
    return { ...named(change), status: 'reverted' }
  } catch (error) {
    if (!isFailure(error)) throw error
    return { ...named(change), status: 'refused', error: error.message }
  }
}

function named({ seq, entity, entity_id }: Change) {
  return { id: seq, item: entity, item_id: entity_id }
}
