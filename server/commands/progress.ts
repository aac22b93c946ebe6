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
    etaBuffer: 50,
    fps: 8,
  })
  return { start: total => bar.start(total, 0), add: amount => bar.increment(amount), stop: () => bar.stop() }
}
