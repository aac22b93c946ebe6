import { join } from 'node:path'
import { openCrm } from '@portico/crm/openCrm'
import { openDatabase } from '@portico/kit/database'
import { edge } from '@portico/kit/edge'
import { openFileStore } from '@portico/kit/files/openFileStore'
import { startWorker } from '@portico/kit/jobs'
import { listen } from '@portico/kit/listen'
import type { Log } from '@portico/kit/log'
import { openMail } from '@portico/kit/mail/openMail'
import { openMetrics } from '@portico/kit/metrics'
import type { Product } from '@portico/kit/product'
import { openMarket } from '@portico/market/openMarket'
import type { Config } from '../config/readConfig.ts'
import { housePages } from '../pages/housePages.ts'
import { type Closers, closersOf } from './closers.ts'
import { openDatabaseServer } from './databaseServer.ts'
import { keepSecret, openDataDirectory } from './dataDirectory.ts'
import { createFirstOwner, type FirstOwner } from './firstOwner.ts'
import { migrateHouse } from './migrateHouse.ts'
import { readinessOf } from './readiness.ts'
import { SERVER_CONNECTION } from './serverConnection.ts'

export interface House {
  port: number
  /** Where the database is. */
  databasePlace: string
  databaseVersion: string
  products: readonly Product[]
  /** Only at the first start. */
  firstOwner: FirstOwner | undefined
  /** Finishes requests in flight, then jobs, then lets go of the database. */
  stop(): Promise<void>
}

/** Opens everything, in the order things need each other; what fails on the way closes what was open. */
export async function openHouse(config: Config, log: Log): Promise<House> {
  const closers = closersOf(log)
  try {
    return await open(config, log, closers)
  } catch (error) {
    await closers.closeAll()
    throw error
  }
}

async function open(config: Config, log: Log, closers: Closers): Promise<House> {
  await openDataDirectory(config.dataDirectory)
  const secrets = config.secrets.length > 0 ? config.secrets : [await keepSecret(config.dataDirectory)]
  const server = await openDatabaseServer(config, line => log.info(line))
  closers.add('database server', server.stop)
  await migrateHouse(server.url, line => log.info(line))
  const database = openDatabase(server.url, { applicationName: SERVER_CONNECTION })
  closers.add('database connections', () => database.close())

  const services = {
    database,
    secrets,
    log,
    origin: config.origin,
    rateLimit: config.rateLimit,
    files: await openFileStore(config.files.location, config.dataDirectory, config.files),
    mail: openMail({ ...config.mail, outbox: join(config.dataDirectory, 'mail'), log: line => log.info(line) }),
  }
  const gate = config.marketGate === undefined ? {} : { gate: { minAge: config.marketGate } }
  // The CRM first: its /api/v1 and /api/v2 lie inside the marketplace's /api.
  const products: Product[] = [await openCrm(services), await openMarket({ ...services, ...gate })]
  const firstOwner = await createFirstOwner(database, config)

  const tasks = Object.fromEntries(products.flatMap(product => Object.entries(product.tasks)))
  const timetable = products.flatMap(product => product.timetable)
  const worker = await startWorker(server.url, tasks, log, { timetable })
  closers.add('jobs', () => worker.stop())

  const metrics = openMetrics()
  const pages = housePages({ config, secrets, products, metrics, isReady: readinessOf(database) })
  const app = edge({ apis: products.flatMap(product => product.apis), log, metrics, pages })
  const listening = await listen((request, env) => app.fetch(request, env as never), config)
  closers.add('requests', () => listening.stop())
  return {
    port: listening.port,
    databasePlace: server.place,
    databaseVersion: server.version,
    products,
    firstOwner,
    stop: closers.closeAll,
  }
}
