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
