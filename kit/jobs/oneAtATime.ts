/**
 * For work that looks for what there is to do until it finds nothing: one call does it, those that come meanwhile leave it
 * to that one. Something may have been added for them after its last look, so it looks once more.
 */
export function oneAtATime<Given extends unknown[]>(work: (...given: Given) => Promise<void>) {
  let isRunning = false
  let isAsked = false
  return async (...given: Given): Promise<void> => {
    isAsked = true
    if (isRunning) return
    isRunning = true
    try {
      while (isAsked) {
        isAsked = false
        await work(...given)
      }
    } finally {
      isRunning = false
    }
  }
}
