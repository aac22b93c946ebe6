import type { Log } from '@portico/kit/log'
import type { Config } from '../config/readConfig.ts'
import { closersOf } from './closers.ts'
import { openDatabaseServer } from './databaseServer.ts'
import { keepSecret, openDataDirectory } from './dataDirectory.ts'
import type { ClaimedOwner, FirstOwner } from './firstOwner.ts'
import type { Rooms } from './openRooms.ts'
import { takePort } from './takePort.ts'

export interface House extends Omit<Rooms, 'claimedOwner'> {
  port: number
  /** Only at the first start, or when no earlier one could show the secrets. */
  firstOwner: FirstOwner | undefined
  /** Where the database is. */
  databasePlace: string
  databaseVersion: string
  /** Finishes requests in flight, then jobs, then lets go of the database. */
  stop(): Promise<void>
}

/** Tells a person that the server is ready, with the secrets of a first owner; whether that was printed. */
export type Announce = (house: House) => Promise<boolean>

/**
 * Opens everything, in the order things need each other; what fails on the way closes what was open. The port comes
 * first: one that is taken stops the start before anything is made.
 */
export async function openHouse(config: Config, log: Log, announce: Announce = async () => true): Promise<House> {
  const closers = closersOf(log)
  try {
    const port = await takePort(config)
    closers.add('port', port.stop)
    await openDataDirectory(config.dataDirectory)
    const secrets = config.secrets.length > 0 ? config.secrets : [await keepSecret(config.dataDirectory)]
    // Four hundred operations take a while to load, which is time in which PostgreSQL can start.
    const rooms = import('./openRooms.ts')
    rooms.catch(() => {})
    const server = await openDatabaseServer(config, line => log.info(line))
    closers.add('database server', server.stop)
    const { openRooms } = await rooms
    const { claimedOwner, edge, products } = await openRooms({ config, secrets, log, databaseUrl: server.url, closers })
    port.serve(edge)
    // Closed first and not last, as it would be in the order of opening: requests need everything else.
    closers.add('requests', port.stop)
    const house: House = {
      edge,
      products,
      port: port.port,
      firstOwner: claimedOwner?.owner,
      databasePlace: server.place,
      databaseVersion: server.version,
      stop: closers.closeAll,
    }
    const isShown = await announce(house)
    if (claimedOwner) await settleOwner(claimedOwner, isShown, log)
    return house
  } catch (error) {
    await closers.closeAll()
    throw error
  }
}

async function settleOwner(claimed: ClaimedOwner, isShown: boolean, log: Log): Promise<void> {
  try {
    if (isShown) await claimed.markShown()
    else log.warn(SHOWN_LATER)
  } catch (error) {
    log.warn({ error: String(error) }, SHOWN_LATER)
  } finally {
    await claimed.release()
  }
}

const SHOWN_LATER =
  'password and token of the first owner were not printed: the next start makes new ones and prints them'
