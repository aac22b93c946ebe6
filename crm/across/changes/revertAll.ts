import { failure, isFailure } from '@portico/kit/api/failure'
import type { Crm } from '../../base/api/context.ts'
import { LIMITS } from '../../base/limits/atRest.ts'
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
  for (const change of changes) {
    if (skipRefused) reverted.push(await revertOrSkip(crm, change))
    else {
      await revertChange(crm, change)
      reverted.push({ ...named(change), status: 'reverted' })
    }
  }
  return { reverted, more: found.length > most }
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
