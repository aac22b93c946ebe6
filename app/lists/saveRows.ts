import type { RowsChanged } from '@portico/crm/across/rows/app/shape'
import { signal } from '@preact/signals'
import { call } from '../api/call.ts'
import { Refusal } from '../api/refusal.ts'
import { changedSince } from '../record/fieldValue.ts'
import { newRequestId } from '../store/together.ts'
import { offerUndo } from '../store/undo.ts'
import type { ListKind } from './kinds.ts'
import type { ListRow, RowPatch } from './listRow.ts'

export type RowProblem = RowsChanged['problems'][number]

/** Values that the server refused, until somebody has read which. */
export const refused = signal<
  { kind: ListKind; changes: readonly RowPatch[]; problems: readonly RowProblem[]; saveRest: () => void } | undefined
>(undefined)

/**
 * Saves changes of rows with one call, which is undone as one. Where somebody else has changed other fields of a row
 * meanwhile, it is saved for the row as it is now. What is refused is told value by value, and nothing is saved then.
 */
export async function saveRows(
  kind: ListKind,
  changes: readonly RowPatch[],
  text: string,
  readAnew: (ids: readonly number[]) => Promise<readonly ListRow[]>,
): Promise<void> {
  const requestId = newRequestId()
  let versions = new Map(changes.map(({ row }) => [row.id, row.version]))
  for (let again = true; ; again = false) {
    try {
      await send(kind, changes, versions, requestId, false)
      return offerUndo(text, requestId)
    } catch (error) {
      const problems = problemsOf(error)
      if (!problems) throw error
      const stale = problems.filter(({ field }) => field === 'version')
      if (again && stale.length === problems.length) {
        const now = new Map((await readAnew(stale.map(({ id }) => id))).map(row => [row.id, row]))
        if (!changes.some(change => clashes(change, now.get(change.row.id)))) {
          versions = new Map([...versions, ...[...now].map(([id, row]) => [id, row.version] as const)])
          continue
        }
      }
      if (changes.length === 1 && problems.length === 1) throw error
      refused.value = { kind, changes, problems, saveRest: () => void saveRest(kind, changes, text) }
      throw new Error('Nothing was saved')
    }
  }
}

/** Whether somebody else has changed what this change touches. */
function clashes({ row, patch }: RowPatch, now: ListRow | undefined): boolean {
  return now !== undefined && changedSince(row, now, patch).length > 0
}

async function saveRest(kind: ListKind, changes: readonly RowPatch[], text: string): Promise<void> {
  const requestId = newRequestId()
  const { changed } = await send(kind, changes, new Map(), requestId, true)
  if (changed.length > 0) offerUndo(`${text}, ${changed.length} of ${changes.length} rows`, requestId)
}

async function send(
  kind: ListKind,
  changes: readonly RowPatch[],
  versions: ReadonlyMap<number, number>,
  requestId: string,
  skip_refused: boolean,
): Promise<RowsChanged> {
  const rows = changes.map(({ row, patch }) => ({ id: row.id, version: versions.get(row.id), values: patch }))
  const { data } = await call<RowsChanged>('POST /app/api/rows/changes', {
    body: { kind: kind.name, rows, ...(skip_refused && { skip_refused }) },
    requestId,
  })
  return data
}

function problemsOf(error: unknown): readonly RowProblem[] | undefined {
  if (!(error instanceof Refusal) || error.status !== 422) return undefined
  return error.facts.problems as readonly RowProblem[] | undefined
}
