import type { Log } from '@portico/kit/log/log'
import type { Config } from '../config/readConfig.ts'
import { thisWorker } from '../workers/supervise.ts'
import { closersOf } from './closers.ts'
import { openDatabaseServer } from './databaseServer.ts'
import { keepSecret, openDataDirectory } from './dataDirectory.ts'
import type { ClaimedOwner, FirstOwner } from './firstOwner.ts'
import type { OpenedProducts } from './openProducts.ts'
import { takeMailPort } from './takeMailPort.ts'
import { takePort } from './takePort.ts'

export interface RunningServer extends Omit<OpenedProducts, 'claimedOwner' | 'mailService'> {
  port: number
  /** Where mail is taken; undefined: nowhere. */
  mailPort: number | undefined
  /** Only at the first start, or when no earlier one could show the secrets. */
  firstOwner: FirstOwner | undefined
  /** Where the database is: a folder, or an address without its password. */
  databasePlace: string
  databaseVersion: string
  /** Finishes requests in flight, then jobs, then closes the database. */
  stop(): Promise<void>
}

/** Prints that the server is ready, with the password and token of a first owner; true if that was printed. */
export type Announce = (server: RunningServer) => Promise<boolean>

/**
 * Starts everything in the order of dependence; a failure closes what was opened before it. The port comes first: if
 * it is taken, the start ends before anything is created.
 */
export async function startServer(
  config: Config,
  log: Log,
  announce: Announce = async () => true,
): Promise<RunningServer> {
  const closers = closersOf(log)
  try {
    const port = await takePort(config, { joins: thisWorker()?.isFirst === false })
    closers.add('port', port.stop)
    const mailPort = await takeMailPort(config)
    if (mailPort) closers.add('port for mail', mailPort.stop)
    await openDataDirectory(config.dataDirectory)
    const secrets = config.secrets.length > 0 ? config.secrets : [await keepSecret(config.dataDirectory)]
    // Four hundred operations take a while to load, which is time in which PostgreSQL can start.
    const loading = import('./openProducts.ts')
    loading.catch(() => {})
    const databaseServer = await openDatabaseServer(config, line => log.info(line))
    closers.add('database server', databaseServer.stop)
    const { openProducts } = await loading
    const { claimedOwner, edge, mailService, products } = await openProducts({
      config,
      secrets,
      log,
      databaseUrl: databaseServer.url,
      closers,
    })
    await port.serve(edge)
    if (mailService) mailPort?.serve(mailService)
    // Closed first and not last, as they would be in the order of opening: requests and mail need everything else.
    closers.add('requests', port.stop)
    if (mailPort) closers.add('mail under way', mailPort.stop)
    closers.add('event streams', async () => {
      for (const product of products) product.endStreams?.()
    })
    const server: RunningServer = {
      edge,
      products,
      port: port.port,
      mailPort: mailPort?.port,
      firstOwner: claimedOwner?.owner,
      databasePlace: databaseServer.place,
      databaseVersion: databaseServer.version,
      stop: closers.closeAll,
    }
    const isShown = await announce(server)
    if (claimedOwner) await settleOwner(claimedOwner, isShown, log)
    return server
  } catch (error) {
    await closers.closeAll()
    throw error
  }
}

async function settleOwner(claimed: ClaimedOwner, isShown: boolean, log: Log): Promise<void> {
  try {
    if (isShown) await claimed.markShown()
    else log.warn(NOT_PRINTED)
  } catch (error) {
    log.warn({ error: String(error) }, NOT_PRINTED)
  } finally {
    await claimed.release()
  }
}

const NOT_PRINTED =
  'password and token of the first owner were not printed: restart the server, which makes new ones and prints them'
