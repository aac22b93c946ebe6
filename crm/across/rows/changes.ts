import { failure, isFailure } from '@portico/kit/api/failure'
import { requireRight } from '../../base/access/mayDo.ts'
import type { Crm } from '../../base/api/context.ts'
import { UPSERTED } from '../upsert/kinds.ts'
import { orUndone } from '../upsert/orUndone.ts'
import type { RowsChanged } from './app/shape.ts'
import { without } from './cells.ts'
import { inSight, type RowKind } from './kinds.ts'
import { lockRows } from './store.ts'

export interface RowChange {
  id: number
  version?: number | undefined
  values: Record<string, unknown>
}

/**
 * Changes rows of a list in one transaction, each under the version that the caller knows: all of them, or with
 * `skipRefused` every value that can be changed. Whatever is refused is named, value by value.
 */
export async function changeRows(
  crm: Crm,
  kind: RowKind,
  rows: readonly RowChange[],
  { skipRefused }: { skipRefused: boolean },
): Promise<RowsChanged> {
  if (rows.length > 1) requireRight(crm, 'can_bulk_edit_items')
  const done: RowsChanged = { changed: [], problems: [] }
  const ids = rows.map(row => row.id)
  const twice = ids.findIndex((id, at) => ids.indexOf(id) !== at)
  if (twice !== -1)
    throw failure('invalid', `rows.${twice}.id is there twice: send all values of a row together`, {
      field: `rows.${twice}.id`,
    })
  const versions = await lockRows(crm, kind, inSight(kind, crm.actor), ids)
  for (const row of rows) await changeRow(crm, kind, row, versions.get(row.id), done)
  if (done.problems.length === 0 || skipRefused) return done
  const [first] = done.problems
  throw failure('unprocessable', `Nothing was changed: ${first?.error}`, {
    ...(first?.field && { field: first.field }),
    problems: done.problems,
  })
}

async function changeRow(
  crm: Crm,
  kind: RowKind,
  { id, version, values }: RowChange,
  current: number | undefined,
  done: RowsChanged,
): Promise<void> {
  if (current === undefined) return void done.problems.push({ id, error: 'This row is gone, or not open to you' })
  if (version !== undefined && version !== current)
    return void done.problems.push({ id, field: 'version', error: 'Somebody else has changed this row meanwhile' })
  let left: Record<string, unknown> | undefined = values
  while (left) {
    const problem = await refusalOf(crm, kind, id, left)
    if (!problem) return void done.changed.push(id)
    done.problems.push({ id, ...problem })
    left = problem.field === undefined ? undefined : without(left, problem.field)
  }
}

/** Changes a row, and says which of its values was refused first: then nothing of it was changed. */
async function refusalOf(
  crm: Crm,
  kind: RowKind,
  id: number,
  values: Record<string, unknown>,
): Promise<{ field?: string; error: string } | undefined> {
  try {
    await orUndone(crm, part => UPSERTED[kind.name].update(part, id, values))
    return undefined
  } catch (error) {
    if (!isFailure(error)) throw error
    const { field } = error.details
    return { ...(field !== undefined && { field }), error: error.message }
  }
}
