import type { Rows } from '../parts/visibleRows.ts'

export const GROUP_SIZE = 8

/** The groups that hold these rows: where each begins, and which of the rows are its own. */
export function groupRows(first: number, last: number): (Rows & { start: number })[] {
  const firstStart = Math.floor(first / GROUP_SIZE) * GROUP_SIZE
  return Array.from({ length: Math.ceil((last - firstStart) / GROUP_SIZE) }, (_, nr) => {
    const start = firstStart + nr * GROUP_SIZE
    return { start, first: Math.max(first, start), last: Math.min(last, start + GROUP_SIZE) }
  })
}
