import type { Log } from '@portico/kit/log'
import type { Config } from '../config/readConfig.ts'
import { closersOf } from './closers.ts'
import { openDatabaseServer } from './databaseServer.ts'
import { keepSecret, openDataDirectory } from './dataDirectory.ts'
import type { Rooms } from './openRooms.ts'

export interface House extends Rooms {
  /** Where the database is. */
  databasePlace: string
  databaseVersion: string
  /** Finishes requests in flight, then jobs, then lets go of the database. */
  stop(): Promise<void>
}

/** Opens everything, in the order things need each other; what fails on the way closes what was open. */
export async function openHouse(config: Config, log: Log): Promise<House> {
  const closers = closersOf(log)
  try {
    await openDataDirectory(config.dataDirectory)
    const secrets = config.secrets.length > 0 ? config.secrets : [await keepSecret(config.dataDirectory)]
    // Four hundred operations take a while to load, which is time in which PostgreSQL can start.
    const rooms = import('./openRooms.ts')
    rooms.catch(() => {})
    const server = await openDatabaseServer(config, line => log.info(line))
    closers.add('database server', server.stop)
    const { openRooms } = await rooms
    const opened = await openRooms({ config, secrets, log, databaseUrl: server.url, closers })
    return { ...opened, databasePlace: server.place, databaseVersion: server.version, stop: closers.closeAll }
  } catch (error) {
    await closers.closeAll()
    throw error
  }
}
