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
import type { Closers } from './closers.ts'
import { createFirstOwner, type FirstOwner } from './firstOwner.ts'
import { gateProviders } from './gateProviders.ts'
import { migrateHouse } from './migrateHouse.ts'
import { readinessOf } from './readiness.ts'
import { SERVER_CONNECTION } from './serverConnection.ts'

export interface Ground {
  config: Config
  secrets: readonly string[]
  log: Log
  databaseUrl: string
  closers: Closers
}

export interface Rooms {
  port: number
  products: readonly Product[]
  /** Only at the first start. */
  firstOwner: FirstOwner | undefined
}

/** Everything on top of a running database: migrations, products, first owner, jobs, pages, and the door. */
export async function openRooms(ground: Ground): Promise<Rooms> {
  const { config, secrets, log, databaseUrl, closers } = ground
  await migrateHouse(databaseUrl, line => log.info(line))
  const database = openDatabase(databaseUrl, { applicationName: SERVER_CONNECTION, log })
  closers.add('database connections', () => database.close())

  const services = {
    database,
    secrets,
    log,
    origin: config.origin,
    rateLimit: config.rateLimit,
    proxies: config.proxies,
    files: await openFileStore(config.files.location, config.dataDirectory, config.files),
    mail: openMail({ ...config.mail, outbox: join(config.dataDirectory, 'mail'), log: line => log.info(line) }),
  }
  const providers = await gateProviders()
  const gate = config.marketGate === undefined ? {} : { gate: { minAge: config.marketGate, providers } }
  const products: Product[] = [await openCrm(services), await openMarket({ ...services, ...gate })]
  const firstOwner = await createFirstOwner(database, config)

  const tasks = Object.fromEntries(products.flatMap(product => Object.entries(product.tasks)))
  const timetable = products.flatMap(product => product.timetable)
  const worker = await startWorker(databaseUrl, tasks, log, { timetable })
  closers.add('jobs', () => worker.stop())

  const metrics = openMetrics()
  const pages = housePages({
    config,
    secrets,
    gateProviders: providers,
    products,
    metrics,
    isReady: readinessOf(database),
  })
  const app = edge({ apis: products.flatMap(product => product.apis), log, metrics, pages })
  const listening = await listen(app.fetch, { ...config, refuse: app.refuse })
  closers.add('requests', () => listening.stop())
  return { port: listening.port, products, firstOwner }
}
