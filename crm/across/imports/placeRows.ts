import type { Crm } from '../../base/api/context.ts'
import { countChanged } from '../longChanges/countChangedStore.ts'
import { eachAlone } from '../longChanges/eachAlone.ts'
import type { Counts, Problem } from '../longChanges/store.ts'
import { UPSERTED } from '../upsert/kinds.ts'
import { waitForOthers } from '../upsert/store.ts'
import { keysOf, matchRows, type PlacedRow } from './match.ts'
import { contactPoints, type Points } from './matchStore.ts'
import type { Body, ReadRow, RowReader } from './readRows.ts'
import { IMPORT_KINDS, type ImportKind } from './targets.ts'

/** What happens to a row whose record is there already. */
export const EXISTING = ['update', 'skip', 'add'] as const
export type Existing = (typeof EXISTING)[number]

/**
 * Stores the records of a batch of rows: kind after kind, so that persons know their organizations and deals both. Rows
 * that name the same record make one of it.
 */
export async function placeRows(
  crm: Crm,
  rows: readonly ReadRow[],
  reader: RowReader,
  existing: Existing,
): Promise<{ counts: Counts; problems: Problem[] }> {
  const counts = { added: 0, changed: 0, unchanged: 0, skipped: 0, refused: 0 }
  const problems: Problem[] = rows.flatMap(row => row.problems)
  let standing: PlacedRow[] = rows.map(row => ({ ...row, ids: {} }))
  for (const kind of IMPORT_KINDS) {
    const own = standing.filter(row => row.bodies[kind])
    if (own.length === 0) continue
    await waitForOthers(crm, kind)
    const refused = new Set<number>()
    const refuse = (row: PlacedRow, { refused: text, field }: { refused: string; field: string | undefined }) => {
      refused.add(row.nr)
      counts.refused++
      const column = reader.columnOf(kind, field)
      problems.push({ row: row.nr, text, ...(column !== undefined && { column }) })
    }
    // Organizations are what persons and deals belong to: those that are there are used, however rows are added.
    const isMatched = existing !== 'add' || (kind === 'organization' && reader.kinds.length > 1)
    const found = isMatched ? await matchRows(crm, kind, own) : new Map<number, number>()
    const { first, again } = firstOfEach(kind, own, found, isMatched)

    const made = await eachAlone(crm, first, (part, row) => UPSERTED[kind].create(part, withLinks(kind, row, true)))
    for (const [at, row] of first.entries()) {
      const outcome = made[at]
      if (outcome && 'done' in outcome) {
        row.ids[kind] = outcome.done
        counts.added++
      } else if (outcome) refuse(row, outcome)
    }
    for (const [row, original] of again) {
      const id = original.ids[kind]
      if (id === undefined)
        refuse(row, { refused: `It is the same ${kind} as in row ${original.nr}`, field: undefined })
      else row.ids[kind] = id
    }
    const there = own.filter(row => found.has(row.nr))
    for (const row of there) row.ids[kind] = found.get(row.nr) ?? 0
    const known = [...there, ...again.map(([row]) => row)].filter(row => !refused.has(row.nr))
    if (existing === 'update') {
      const changed = await updateAll(crm, kind, known, refuse)
      counts.changed += changed
      counts.unchanged += known.filter(row => !refused.has(row.nr)).length - changed
    } else counts.skipped += known.length
    standing = standing.filter(row => !refused.has(row.nr))
  }
  return { counts, problems }
}

/** Rows whose record is new, and those that name the same one again. */
function firstOfEach(
  kind: ImportKind,
  rows: readonly PlacedRow[],
  found: ReadonlyMap<number, number>,
  isMatched: boolean,
) {
  const first: PlacedRow[] = []
  const again: [PlacedRow, PlacedRow][] = []
  const byKey = new Map<string, PlacedRow>()
  for (const row of rows) {
    if (found.has(row.nr)) continue
    const keys = isMatched ? keysOf(kind, row) : []
    const same = keys.map(key => byKey.get(key)).find(Boolean)
    if (same) again.push([row, same])
    else {
      first.push(row)
      for (const key of keys) byKey.set(key, row)
    }
  }
  return { first, again }
}

type Refuse = (row: PlacedRow, refusal: { refused: string; field: string | undefined }) => void

/** Several rows about one record are written one after the other. */
async function updateAll(crm: Crm, kind: ImportKind, rows: readonly PlacedRow[], refuse: Refuse): Promise<number> {
  const rounds: PlacedRow[][] = []
  const times = new Map<number, number>()
  for (const row of rows) {
    const id = row.ids[kind] ?? 0
    const nr = times.get(id) ?? 0
    times.set(id, nr + 1)
    const round = rounds[nr] ?? []
    rounds[nr] = round
    round.push(row)
  }
  for (const round of rounds) {
    const points =
      kind === 'person'
        ? await contactPoints(
            crm,
            round.map(row => row.ids.person ?? 0),
          )
        : new Map<number, Points>()
    const ordered = round.toSorted((a, b) => (a.ids[kind] ?? 0) - (b.ids[kind] ?? 0))
    const outcomes = await eachAlone(crm, ordered, async (part, row) => {
      const id = row.ids[kind] ?? 0
      const body = withPoints(withLinks(kind, row, false), points.get(id))
      if (Object.keys(body).length > 0) await UPSERTED[kind].update(part, id, body)
    })
    for (const [at, outcome] of outcomes.entries()) {
      const row = ordered[at]
      if (row && 'refused' in outcome) refuse(row, outcome)
    }
  }
  return countChanged(crm, kind, [...times.keys()].map(String), 'updated')
}

/** The body with the records of the same row that it belongs to. */
function withLinks(kind: ImportKind, { bodies, ids }: PlacedRow, isNew: boolean): Body {
  const { id: _, ...body } = bodies[kind] ?? {}
  const org_id = ids.organization
  if (kind === 'person' && org_id !== undefined) body.org_id = org_id
  if (kind === 'deal' && org_id !== undefined) body.org_id = org_id
  if (kind === 'deal' && ids.person !== undefined) body.person_id = ids.person
  // A name that only differs in the case of its letters is no reason to change it.
  if (!isNew && kind === 'organization') delete body.name
  return body
}

/** E-mails and phones of a file come after those that a person has. */
function withPoints(body: Body, stored: Points | undefined): Body {
  const after = { ...body }
  for (const key of ['emails', 'phones'] as const) {
    const given = (body[key] ?? []) as { value: string }[]
    const had = stored?.[key] ?? []
    const fresh = given.filter(({ value }) => !had.some(point => point.value.toLowerCase() === value.toLowerCase()))
    if (fresh.length > 0 && stored) after[key] = [...had, ...fresh]
    else if (stored) delete after[key]
  }
  return after
}
