/**
 * Runs at most `parallel` tasks at once and keeps at most `waiting` more in a queue; beyond that the result
 * is undefined. Checking a proof costs tens of milliseconds, so many of them must not delay other requests.
 */
export function limiter(parallel: number, waiting: number) {
  const queue: (() => void)[] = []
  let running = 0

  async function enter(): Promise<void> {
    if (running < parallel) running += 1
    else await new Promise<void>(resolve => queue.push(resolve))
  }

  /** The slot goes to the first in the queue, so that no later task takes it. */
  function leave(): void {
    const next = queue.shift()
    if (next) next()
    else running -= 1
  }

  return async function run<Value>(task: () => Promise<Value>): Promise<Value | undefined> {
    if (running >= parallel && queue.length >= waiting) return undefined
    await enter()
    try {
      return await task()
    } finally {
      leave()
    }
  }
}
