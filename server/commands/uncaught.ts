import type { Log } from '@portico/kit/log/log'

/** An uncaught exception is logged, and the server stops in order, its database included. */
export function watchUncaught(log: Log, stop: () => Promise<void>): void {
  process.on('uncaughtException', error => {
    log.fatal(
      { error: error.stack },
      'uncaught exception: the server stops. Start it again, and report this line as a bug',
    )
    void stop().finally(() => process.exit(1))
  })
}
