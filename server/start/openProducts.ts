import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openCrm } from '@portico/crm/openCrm'
import type { Product } from '@portico/kit/api/product'
import { type Database, openDatabase } from '@portico/kit/database/database'
import { distributedBy } from '@portico/kit/database/distributedBy'
import { openReplica, type Replica } from '@portico/kit/database/replica'
import { openFileStore } from '@portico/kit/files/openFileStore'
import { packageFolder } from '@portico/kit/files/packageFolder'
import { type Edge, edge } from '@portico/kit/http/edge'
import { startWorker } from '@portico/kit/jobs/jobs'
import type { Log } from '@portico/kit/log/log'
import { type Metrics, openMetrics } from '@portico/kit/log/metrics'
import type { MailService } from '@portico/kit/mail/dropBox'
import { openImapReader } from '@portico/kit/mail/imapReader'
import { type MessageReader, openMessageReader } from '@portico/kit/mail/messageReader'
import { openMail } from '@portico/kit/mail/openMail'
import { openGateSessions } from '@portico/market/checkout/gateSessionStore'
import { openMarket } from '@portico/market/openMarket'
import { problem } from '../config/problem.ts'
import type { Config } from '../config/readConfig.ts'
import { serverPages } from '../pages/serverPages.ts'
import { metricsOfAll } from '../workers/sharedMetrics.ts'
import type { Closers } from './closers.ts'
import { type ClaimedOwner, claimFirstOwner } from './firstOwner.ts'
import { gateProviders } from './gateProviders.ts'
import { migrateAll } from './migrateAll.ts'
import { readinessOf } from './readiness.ts'
import { SERVER_CONNECTION } from './serverConnection.ts'

/** What exists when the products are opened: settings, secrets and a running database. */
export interface StartupState {
  config: Config
  secrets: readonly string[]
  log: Log
  databaseUrl: string
  closers: Closers
}

export interface OpenedProducts {
  edge: Edge
  /** What the port for mail works with. */
  mailService: MailService | undefined
  products: readonly Product[]
  /** Only while the secrets of the first owner were not shown yet. */
  claimedOwner: ClaimedOwner | undefined
}

/** Everything on top of a running database: migrations, products, first owner, jobs and pages. */
export async function openProducts(startup: StartupState): Promise<OpenedProducts> {
  const { config, secrets, log, databaseUrl, closers } = startup
  await migrateAll(databaseUrl, line => log.info(line))
  const column = await distributedBy(databaseUrl)
  if (column && config.readUrl)
    throw problem('PORTICO_READ_URL cannot be used: the database is spread over several machines')
  const database = openDatabase(databaseUrl, { applicationName: SERVER_CONNECTION, log, distributedBy: column })
  closers.add('database connections', () => database.close())

  const metrics = openMetrics()
  const replica = config.readUrl === undefined ? undefined : openReads(config.readUrl, database, { log, metrics })
  if (replica) closers.add('connections to the replica', replica.close)
  const incoming = join(config.dataDirectory, 'incoming')
  const reader = await openMessageReader(incoming)
  const imap = openImapReader(incoming, { privateTargets: config.privateTargets })
  const services = {
    database,
    reads: replica,
    secrets,
    log,
    origin: config.origin,
    rateLimit: config.rateLimit,
    openSignUp: config.openSignUp,
    proxies: config.proxies,
    privateTargets: config.privateTargets,
    files: await openFileStore(config.files.location, config.dataDirectory, config.files),
    dropBox: config.mailIn !== undefined,
    metrics,
    mailReaders: { messages: reader, imap },
    mail: openMail({ ...config.mail, outbox: join(config.dataDirectory, 'mail'), log: line => log.info(line) }),
  }
  const providers = await gateProviders()
  const gate = config.marketGate === undefined ? {} : { gate: { minAge: config.marketGate, providers } }
  const products: Product[] = [
    await openCrm({ ...services, searchLimit: config.searchLimit, webApp: builtWebApp(log) }),
    await openMarket({ ...services, name: config.marketName, ...gate }),
  ]
  const claimedOwner = await claimFirstOwner(databaseUrl, config)
  if (claimedOwner) closers.add('first owner', claimedOwner.release)

  const tasks = Object.fromEntries(products.flatMap(product => Object.entries(product.tasks)))
  const timetable = products.flatMap(product => product.timetable)
  const worker = await startWorker(databaseUrl, tasks, log, { timetable })
  closers.add('jobs', () => worker.stop())

  for (const { name, background } of products) {
    if (!background) continue
    background.start()
    closers.add(`work of ${name} in the background`, background.stop)
  }
  // Closed before the jobs: one that reads mail ends then, and does not hold up the others.
  closers.add('mail readers', async () => {
    await imap.close()
    await reader.close()
  })
  const pages = serverPages({
    config,
    secrets,
    gateProviders: providers,
    gateSessions: isAlone(config) ? undefined : openGateSessions(database, 'portico.gate_session'),
    products,
    metrics: { ...metrics, text: metricsOfAll(metrics.text) },
    isReady: readinessOf(database),
  })
  const apis = products.flatMap(product => product.apis)
  return {
    edge: edge({ apis, log, metrics, pages }),
    mailService: mailServiceOf(products, { reader, log, metrics }),
    products,
    claimedOwner,
  }
}

function openReads(url: string, database: Database, { log, metrics }: { log: Log; metrics: Metrics }): Replica {
  const count = metrics.counter('portico_reads_total', 'Reads of operations, by who has answered them', 'by')
  return openReplica(url, database, { applicationName: SERVER_CONNECTION, log, count })
}

/** Whether no other process can answer for this server: a database that was given may have several. */
function isAlone({ workers, databaseUrl }: Config): boolean {
  return workers === 1 && databaseUrl === undefined
}

/** Where `app/build.mjs` puts the web app. `npm start` builds it; who starts otherwise may have no use for it. */
function builtWebApp(log: Log): string | undefined {
  const folder = packageFolder(import.meta.url, '..', 'app', 'dist')
  if (existsSync(join(folder, 'manifest.json'))) return folder
  log.warn('The web app is not built, so /app is missing: run npm run build')
  return undefined
}

interface MailParts {
  reader: MessageReader
  log: Log
  metrics: Metrics
}

/** The drop-box of the product that has one. */
function mailServiceOf(products: readonly Product[], { reader, log, metrics }: MailParts): MailService | undefined {
  const dropBox = products.map(product => product.dropBox).find(found => found !== undefined)
  const count = metrics.counter('portico_mail_in_total', 'Messages offered by SMTP, by what became of them', 'outcome')
  return dropBox && { dropBox, reader, log, count }
}
