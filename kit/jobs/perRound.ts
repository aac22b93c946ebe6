/**
 * Lets at most so many pieces of work begin in one round of the event loop, first come first served. For work that comes
 * in many small pieces at once, each of them quick: together they would make everybody else wait for a long round.
 *
 * @example
 * const pieces = perRound(8)
 * for await (const piece of body) {
 *   await pieces()
 *   parse(piece)
 * }
 */
export function perRound(most: number): () => Promise<void> {
  const line: (() => void)[] = []
  let begun = 0

  function endRound() {
    begun = Math.min(most, line.length)
    for (const next of line.splice(0, most)) next()
    if (begun > 0) setImmediate(endRound)
  }

  return async () => {
    if (begun >= most) return new Promise(resolve => line.push(resolve))
    if (begun === 0) setImmediate(endRound)
    begun++
  }
}
