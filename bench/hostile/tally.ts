/** What an attack has sent and what came back. */
export interface Tally {
  sent: number
  /** By status; `closed` when the connection ended without an answer, `unread` when nobody listens for one. */
  answers: Map<string, number>
}

export function newTally(): Tally {
  return { sent: 0, answers: new Map() }
}

export function count({ answers }: Tally, answer: string | number): void {
  const key = String(answer)
  answers.set(key, (answers.get(key) ?? 0) + 1)
}

/** `200 × 3, 413 × 1`, the most frequent first. */
export function shown({ answers }: Tally): string {
  const sorted = [...answers].sort((a, b) => b[1] - a[1])
  return sorted.map(([answer, times]) => `${answer} × ${times}`).join(', ') || 'none'
}
