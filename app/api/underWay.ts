/** Changes that were sent and are not answered yet. */
const underWay = new Set<Promise<unknown>>()
let refusals = 0

export function keepUnderWay<T>(change: Promise<T>): Promise<T> {
  underWay.add(change)
  change.then(
    () => underWay.delete(change),
    () => {
      refusals++
      underWay.delete(change)
    },
  )
  return change
}

/** Waits until all is answered, what waits for an answer to be sent included; says whether something was refused. */
export async function allAnswered(): Promise<{ wasRefused: boolean }> {
  const before = refusals
  while (underWay.size > 0) {
    await Promise.allSettled(underWay)
    // Those who sent it go on before this does.
    await new Promise(resolve => setTimeout(resolve))
  }
  return { wasRefused: refusals > before }
}
