import { failure } from '@portico/kit/api/failure'
import type { Crm } from '../../base/api/context.ts'
import { runLongChangesSoon } from './longChangesTask.ts'
import { undoUntil } from './shape.ts'
import { beginUndo, type LongChange, requireLongChange } from './store.ts'

/** Has everything undone that a long change did, as far as nobody has changed it since; one under way is stopped by it. */
export async function askForUndo(crm: Crm, work: LongChange['work'], id: number): Promise<LongChange> {
  const row = await requireLongChange(crm, work, id, { lock: true })
  const until = undoUntil(row)
  if (!until)
    throw failure(
      'conflict',
      row.state === 'draft' ? 'It cannot be undone: it was not begun yet' : 'It was undone already',
    )
  if (until < crm.now)
    throw failure('conflict', 'It cannot be undone any more: that can be done for a day after it was begun')
  const undone = await beginUndo(crm, row)
  await runLongChangesSoon(crm.sql)
  return undone
}
