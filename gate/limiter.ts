/**
 * Runs at most `parallel` tasks at once and keeps at most `waiting` more in line; beyond that the answer is
 * undefined. Checking a proof costs tens of milliseconds, so a crowd must not stall everybody else.
 */
export function limiter(parallel: number, waiting: number) {
  const line: (() => void)[] = []
  let running = 0

  async function enter(): Promise<void> {
    if (running < parallel) running += 1
    else await new Promise<void>(resolve => line.push(resolve))
  }

  /** The place goes straight to the next in line, so nobody slips in between. */
  function leave(): void {
    const next = line.shift()
    if (next) next()
    else running -= 1
  }

  return async function run<Value>(task: () => Promise<Value>): Promise<Value | undefined> {
    if (running >= parallel && line.length >= waiting) return undefined
    await enter()
    try {
      return await task()
    } finally {
      leave()
    }
  }
}
