import { call } from '../api/call.ts'
import { type Patch, patchOf } from '../record/fieldValue.ts'
import { tell } from '../shell/toasts.ts'
import { type Range, readBlock, spread, writeBlock } from './block.ts'
import { cellText, type Lookup, readCell } from './cellValue.ts'
import type { ListColumn, RowPatch } from './listRow.ts'
import type { ListStore } from './listStore.ts'
import { type RowProblem, refused } from './saveRows.ts'

/** The cells of a block as spreadsheets take them. */
export function copied(store: ListStore, columns: readonly ListColumn[], range: Range): string {
  const rows = store.rows.value.slice(range.top, range.bottom + 1)
  const wanted = columns.slice(range.left, range.right + 1)
  return writeBlock(rows.map(row => wanted.map(column => cellText(row, column))))
}

/** As many rows as one call changes. */
const MOST_ROWS = 500

/** Puts a block of a spreadsheet into the cells from the cursor on: one call, undone as one. */
export async function paste(
  store: ListStore,
  columns: readonly ListColumn[],
  text: string,
  range: Range,
): Promise<void> {
  const { rows } = store
  const cells = spread(readBlock(text), range).filter(({ place }) => rows.value[place.row] && columns[place.column])
  const changes = new Map<number, RowPatch>()
  const problems: RowProblem[] = []
  const findByName = lookups()
  let count = 0
  for (const { place, text: typed } of cells) {
    const row = rows.value[place.row]
    const column = columns[place.column]
    if (!row || !column) continue
    const read = readCell(row, column, typed)
    const patch = 'lookup' in read ? await linkPatch(column, await findByName(read.lookup)) : read
    if ('problem' in patch) {
      problems.push({ id: row.id, field: column.code, error: patch.problem })
      continue
    }
    count++
    changes.set(row.id, { row, patch: joined(changes.get(row.id)?.patch ?? {}, patch.patch) })
  }
  if (changes.size > MOST_ROWS) return void tell(`Paste ${MOST_ROWS} rows at most at a time`, { kind: 'problem' })
  const all = [...changes.values()]
  const save = () => store.save(all, `Pasted ${count} ${count === 1 ? 'value' : 'values'}`)
  if (problems.length === 0) return all.length > 0 ? save() : undefined
  const touched = problems.flatMap(({ id }) => rows.value.filter(row => row.id === id).map(row => ({ row, patch: {} })))
  refused.value = { kind: store.kind, changes: [...all, ...touched], problems, saveRest: () => void save() }
}

function joined(first: Patch, second: Patch): Patch {
  const custom = { ...(first.custom_fields as object | undefined), ...(second.custom_fields as object | undefined) }
  return { ...first, ...second, ...(Object.keys(custom).length > 0 && { custom_fields: custom }) }
}

type Found = { id: number } | { problem: string }

async function linkPatch(column: ListColumn, found: Found): Promise<{ patch: Patch } | { problem: string }> {
  return 'problem' in found ? found : { patch: patchOf(column, found.id) }
}

/** Finds linked records by their exact names, each name once. */
function lookups(): (wanted: Lookup) => Promise<Found> {
  const known = new Map<string, Promise<Found>>()
  return ({ kind, name }) => {
    const key = `${kind}/${name.toLowerCase()}`
    const asked = known.get(key) ?? find({ kind, name })
    known.set(key, asked)
    return asked
  }
}

async function find({ kind, name }: Lookup): Promise<Found> {
  const { data } = await call<{ items: { item: { id: number; name: string } }[] }>(
    `GET /v2/itemSearch?term=${encodeURIComponent(name)}&item_types=${kind}&fields=name&exact_match=true&limit=2`,
  )
  const [first, second] = data.items.map(({ item }) => item)
  if (!first) return { problem: `There is no ${kind} called “${name}”` }
  return second ? { problem: `There are several ${kind}s called “${name}”` } : { id: first.id }
}
