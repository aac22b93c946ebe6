/** Long work that yields where others may have their turn. */
export type Pieces<Result> = Generator<void, Result, void>

/**
 * Runs long work piece by piece and rests after each piece for as long as it took: the event loop is never kept busy
 * for longer than one piece, and at least half of the time is left to everybody else, however much such work is asked
 * for.
 */
export async function inPieces<Result>(work: Pieces<Result>): Promise<Result> {
  for (;;) {
    const began = performance.now()
    const { done, value } = work.next()
    if (done) return value
    const took = performance.now() - began
    await new Promise(resolve => setTimeout(resolve, took))
  }
}
