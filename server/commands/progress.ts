import { SingleBar } from 'cli-progress'

export interface Progress {
  start(total: number): void
  add(amount: number): void
  stop(): void
}

/** A bar on standard error for a person at a terminal; nothing where nobody watches. */
export function progressBar(what: string): Progress {
  const bar = new SingleBar({
    format: `${what} [{bar}] {percentage}% | {value}/{total} | {duration_formatted}, {eta_formatted} left`,
    stream: process.stderr,
    hideCursor: true,
    // Its own way to end would swallow the first Ctrl-C.
    gracefulExit: false,
    etaBuffer: 50,
    fps: 8,
  })
  const stop = () => bar.stop()
  return {
    start(total) {
      // However the command ends, the terminal gets its cursor back.
      process.once('exit', stop)
      bar.start(total, 0)
    },
    add: amount => bar.increment(amount),
    stop,
  }
}

/** The same for work whose size is learnt on the way: each page that has another one behind it makes the bar longer. */
export function growingBar(what: string): {
  page(kind: string, records: number, hasMore: boolean): void
  stop(): void
} {
  const bar = new SingleBar({
    format: `{kind} [{bar}] {value} ${what} | {duration_formatted}`,
    stream: process.stderr,
    hideCursor: true,
    gracefulExit: false,
    fps: 8,
  })
  let [done, isShown] = [0, false]
  const stop = () => bar.stop()
  return {
    page(kind, records, hasMore) {
      done += records
      if (!isShown) process.once('exit', stop)
      if (!isShown) bar.start(1, 0, { kind })
      isShown = true
      bar.setTotal(done + (hasMore ? records : 0))
      bar.update(done, { kind })
    },
    stop,
  }
}
