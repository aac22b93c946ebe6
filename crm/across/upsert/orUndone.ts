import { isFailure } from '@portico/kit/api/failure'
import type { Crm } from '../../base/api/context.ts'
import { beginItem, keepItem, undoItem } from './store.ts'

/**
 * Runs a part of the work of a call so that a refusal undoes that part alone, and passes the refusal on. Errors of the
 * database still end the whole call.
 */
export async function orUndone<T>(crm: Crm, work: (crm: Crm) => Promise<T>): Promise<T> {
  const effects: (() => void)[] = []
  await beginItem(crm)
  try {
    const done = await work({ ...crm, afterCommit: effect => void effects.push(effect) })
    await keepItem(crm)
    for (const effect of effects) crm.afterCommit(effect)
    return done
  } catch (error) {
    if (isFailure(error)) await undoItem(crm)
    throw error
  }
}
