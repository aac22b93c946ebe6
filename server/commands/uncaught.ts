import type { Log } from '@portico/kit/log'

/** For what nobody caught: it is told in the log, and the server stops in order, its database included. */
export function watchUncaught(log: Log, stop: () => Promise<void>): void {
  process.on('uncaughtException', error => {
    log.fatal({ error: error.stack }, 'a fault that nobody caught: stopping')
    void stop().finally(() => process.exit(1))
  })
}
