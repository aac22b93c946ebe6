import type { Log } from '@portico/kit/log'

/**
 * For what nobody caught: it is told in the log, and the server stops in order, its database included.
 *
 * One fault is not ours and does no harm: the database driver rolls a transaction back whose connection is gone, and
 * stumbles over the missing socket in a timer. The request it belonged to has had its answer.
 */
export function watchUncaught(log: Log, stop: () => Promise<void>): void {
  process.on('uncaughtException', error => {
    if (isLostRollback(error)) return log.warn({ error: error.stack }, 'a lost connection was written to')
    log.fatal({ error: error.stack }, 'a fault that nobody caught: stopping')
    void stop().finally(() => process.exit(1))
  })
}

export function isLostRollback(error: Error): boolean {
  const [, first = ''] = (error.stack ?? '').split('\n    at ')
  return error instanceof TypeError && /nextWrite .*[\\/]postgres[\\/]/.test(first)
}
