import type { Log } from '@portico/kit/log/log'

/** What has to be closed again, last opened first. */
export interface Closers {
  add(what: string, close: () => Promise<void>): void
  closeAll(): Promise<void>
}

/** Longer than anything takes by itself: requests get ten seconds, jobs five. */
const PATIENCE_MS = 60_000

export function closersOf(log: Log, patienceMs = PATIENCE_MS): Closers {
  const open: { what: string; close: () => Promise<void> }[] = []
  let closing: Promise<void> | undefined

  async function closeInTurn(): Promise<void> {
    for (let last = open.pop(); last; last = open.pop()) {
      const { what, close } = last
      // One that cannot be closed must not keep the others open.
      await within(patienceMs, close()).catch(error =>
        log.error({ error: String(error) }, `closing the ${what} failed: the server goes on stopping`),
      )
    }
  }

  return {
    add: (what, close) => void open.push({ what, close }),
    closeAll() {
      closing ??= closeInTurn()
      return closing
    },
  }
}

async function within(ms: number, closed: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it has not ended within ${ms / 1000} s`)), ms)
  })
  await Promise.race([closed, tooLong]).finally(() => clearTimeout(timer))
}
