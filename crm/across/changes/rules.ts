import type { Followed } from '../../base/changes/following.ts'
import type { Values } from '../../base/changes/write.ts'

/** A line of the change log, as far as undoing it goes. */
export interface LoggedLine {
  seq: number
  action: string
  before: Values | null
  after: Values | null
  /** The line that this one undid. */
  reverts: number | null
  /** The record whose change has changed this one. */
  follows: Followed | null
}

/** One field that a change has touched. */
export interface TouchedField {
  name: string
  isCustom: boolean
  old: unknown
  new: unknown
}

/** What a change did, field by field; custom fields one by one. Columns that only say who made it are left out. */
export function touchedFields(
  { before, after }: Pick<LoggedLine, 'before' | 'after'>,
  signature: readonly string[] = [],
): TouchedField[] {
  if (!before || !after) return []
  const columns = Object.keys(before)
    .filter(name => name !== 'custom' && !signature.includes(name))
    .map(name => ({ name, isCustom: false, old: before[name] ?? null, new: after[name] ?? null }))
  return [...columns, ...touchedCustom(before.custom, after.custom)]
}

function touchedCustom(before: unknown, after: unknown): TouchedField[] {
  if (before === undefined) return []
  const [old, now] = [before ?? {}, after ?? {}] as [Values, Values]
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter(name => JSON.stringify(old[name]) !== JSON.stringify(now[name]))
    .map(name => ({ name, isCustom: true, old: old[name] ?? null, new: now[name] ?? null }))
}

/**
 * Why a change cannot be undone: it was undone already, or a later one has touched what it touched. `later` are the
 * lines about the same record after it; those that were undone, and those that undid them, count for nothing. Neither do
 * those that followed from a change of another record.
 */
export function conflictOf(
  change: LoggedLine,
  later: readonly LoggedLine[],
  signature: readonly string[] = [],
): string | undefined {
  const standing = withoutUndone(later).filter(line => !line.follows)
  if (standing.some(({ reverts }) => reverts === change.seq)) return `Change ${change.seq} was undone already`
  if (change.action === 'added' && standing.length > 0)
    return `The record was changed after it was added (change ${standing[0]?.seq})`
  const mine = new Set(touchedFields(change, signature).map(keyOf))
  for (const { seq, ...line } of standing) {
    const common = touchedFields(line, signature).find(field => mine.has(keyOf(field)))
    if (common) return `${common.name} was changed again since (change ${seq})`
  }
  return undefined
}

function keyOf({ name, isCustom }: TouchedField): string {
  return `${isCustom ? 'custom' : 'own'} ${name}`
}

function withoutUndone(lines: readonly LoggedLine[]): readonly LoggedLine[] {
  const known = new Set(lines.map(line => line.seq))
  const gone = new Set<number>()
  for (const { seq, reverts } of lines.toReversed()) {
    // A line that undid one among these; undone itself, it counts for nothing, and what it undid stands again.
    if (reverts === null || !known.has(reverts) || gone.has(seq)) continue
    gone.add(seq).add(reverts)
  }
  return lines.filter(line => !gone.has(line.seq))
}
