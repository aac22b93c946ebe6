import { randomUUID } from 'node:crypto'
import { failure } from '@portico/kit/api/failure'
import type { Crm } from '../../base/api/context.ts'
import { LIMITS } from '../../base/limits/atRest.ts'
import { runLongChangesSoon } from '../longChanges/longChangesTask.ts'
import { showLongChange } from '../longChanges/shape.ts'
import { insertLongChange } from '../longChanges/store.ts'
import type { AskedBulk } from './bulkWork.ts'

interface Words {
  noun: string
  titleOf(count: number): string
}

/** Stores what is to be done with these records, one more than the most there may be when there are more, and has it begun. */
export async function beginBulk(crm: Crm, asked: AskedBulk, ids: readonly string[], { noun, titleOf }: Words) {
  if (ids.length > LIMITS.bulkRecords)
    throw failure('invalid', `A bulk change takes ${LIMITS.bulkRecords} records at most: narrow the filter`)
  if (ids.length === 0) throw failure('missing', `There is no ${noun} to change`)
  const row = await insertLongChange(crm, {
    work: 'bulk',
    title: titleOf(ids.length),
    asked,
    state: 'waiting',
    total: ids.length,
    ids,
    correlation_id: randomUUID(),
  })
  await runLongChangesSoon(crm.sql)
  return showLongChange(row, crm.now)
}
