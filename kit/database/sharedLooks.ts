/**
 * A look that many ask for at the same moment: each of them gets what was seen by a look that began after he asked. One
 * is under way at a time; those who ask meanwhile share the next.
 */
export function sharedLooks<T>(look: () => Promise<T>): () => Promise<T> {
  let looking: Promise<T> | undefined
  let next: Promise<T> | undefined

  return function lookNow(): Promise<T> {
    if (!looking) {
      looking = look().finally(() => {
        looking = undefined
      })
      return looking
    }
    next ??= looking
      .catch(() => {})
      .then(() => {
        next = undefined
        return lookNow()
      })
    return next
  }
}
