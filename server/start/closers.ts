import type { Log } from '@portico/kit/log/log'

/** What has to be closed again, last opened first. */
export interface Closers {
  add(what: string, close: () => Promise<void>): void
  closeAll(): Promise<void>
}

export function closersOf(log: Log): Closers {
  const open: { what: string; close: () => Promise<void> }[] = []
  let closing: Promise<void> | undefined

  async function closeInTurn(): Promise<void> {
    for (let last = open.pop(); last; last = open.pop()) {
      const { what, close } = last
      // One that cannot be closed must not keep the others open.
      await close().catch(error =>
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
