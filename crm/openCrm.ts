import { openClients } from '@portico/kit/access/throttle/clients'
import { noThrottle, openThrottle } from '@portico/kit/access/throttle/throttle'
import { noWrongTries, openWrongTries } from '@portico/kit/access/throttle/wrongTries'
import type { Product } from '@portico/kit/api/product'
import { serveApi } from '@portico/kit/api/serveApi'
import type { Database } from '@portico/kit/database/database'
import { type Reads, repeatedReads } from '@portico/kit/database/repeatedReads'
import type { FileStore } from '@portico/kit/files/fileStore'
import { openBundle } from '@portico/kit/http/bundle'
import { clientNetworks } from '@portico/kit/http/clientNetwork'
import { openOutgoing } from '@portico/kit/http/outgoing'
import { openOutgoingFetch } from '@portico/kit/http/outgoingFetch'
import type { Log } from '@portico/kit/log/log'
import { openStoredFilters } from './across/filters/storedFilters.ts'
import { type Courier, type CourierOptions, openCourier } from './across/webhooks/courier.ts'
import { openSignIn } from './base/access/signIn.ts'
import type { CrmServices } from './base/api/context.ts'
import { noRateLimit, type RateLimit, rateLimit } from './base/api/rateLimit.ts'
import { openLogReader } from './base/changes/logReader.ts'
import { openSettledLog } from './base/changes/settledSeq.ts'
import { openStreams } from './base/changes/streams.ts'
import { openFieldCatalog } from './base/fields/catalog.ts'
import { openDailyBudget } from './base/limits/dailyBudget.ts'
import { settleTokens } from './base/limits/settleTokens.ts'
import { openSharedBursts } from './base/limits/sharedBursts.ts'
import { resealSecrets } from './company/sealedSecrets/reseal.ts'
import { crmApis } from './crmApis.ts'
import { CRM_TIMETABLE, crmTasks, type TaskOptions } from './crmTasks.ts'
import { mcpEndpoint } from './mcp/mcpEndpoint.ts'
import { crmPages } from './pages/crmPages.ts'
import { openStageCatalog } from './sales/stages/catalog.ts'
import { openDropBox } from './work/mail/dropBox.ts'

export interface CrmOptions extends Omit<TaskOptions, 'send'> {
  database: Database
  /** Where operations read that need nothing of the database itself; the database when left out. */
  reads?: Reads | undefined
  files: FileStore
  /** Public origin, without a slash at the end. */
  origin: string
  rateLimit: boolean
  /** Searches of a token within two seconds, where calls are limited. */
  searchLimit?: number | undefined
  /** Whether strangers may make companies of their own. */
  openSignUp?: boolean
  /** Proxies whose word on who calls is taken: addresses and networks. */
  proxies?: readonly string[]
  /** Of the server: the first signs and seals, all verify and open. */
  secrets: readonly string[]
  log: Log
  /** When the last use of a credential is written down: half a minute after it. */
  usesWrittenAfterMs?: number
  /** How long the answer to a refresh token is held back for others that were sent at the same time. */
  refreshHeldMs?: number
  /** Lets call-backs and mail accounts reach loopback and private addresses, and this server itself. */
  privateTargets?: boolean
  /** Whether mail to companies arrives here: answers to what is written here then go to the drop-box too. */
  dropBox?: boolean
  /** How webhooks deliver: the clock, and how much at once. */
  courier?: Pick<CourierOptions, 'now' | 'limits'>
  /** The folder that the web app was bundled into; without it there is none. */
  webApp?: string | undefined
}

/** Longer than calls that one client sends at once differ on their way; nobody waits for it but once an hour. */
const REFRESH_HELD_MS = 250

const MINUTE_MS = 60_000

const WRONG_CLIENTS = {
  kind: 'oauth client',
  ofHolder: { most: 30, windowMs: MINUTE_MS },
  ofNetwork: { most: 300, windowMs: MINUTE_MS },
}

/** The CRM, ready to be served. */
export async function openCrm(options: CrmOptions): Promise<Product & { background: Courier }> {
  const { database, files, origin, secrets, log, rateLimit: limited, openSignUp = false, proxies, mail } = options
  const targets = { privateTargets: options.privateTargets ?? false, own: { host: new URL(origin).hostname } }
  const send = openOutgoing(targets)
  const clientNetwork = clientNetworks(proxies)
  const clientsOf = openClients('crm', clientNetwork, secrets[0] ?? '')
  const settledLog = openSettledLog(database)
  const streams = openStreams()
  const services: CrmServices = {
    database,
    reads: repeatedReads(options.reads ?? database),
    files,
    origin,
    secrets,
    log,
    openSignUp,
    refreshHeldMs: options.refreshHeldMs ?? REFRESH_HELD_MS,
    privateTargets: options.privateTargets ?? false,
    throttle: limited ? openThrottle({ database, product: 'crm', clientNetwork, clientsOf }) : noThrottle,
    clientsOf,
    clientNetwork,
    signIn: await openSignIn(database, {
      origin,
      limited,
      clientOf: clientNetwork,
      usesWrittenAfterMs: options.usesWrittenAfterMs,
    }),
    wrongClients: limited ? openWrongTries({ database, product: 'crm', clientsOf, ...WRONG_CLIENTS }) : noWrongTries,
    fields: await openFieldCatalog(database),
    stages: await openStageCatalog(database),
    filters: await openStoredFilters(database),
    settledLog,
    logReader: openLogReader(database, settledLog, { log }),
    calls: { begun: 0 },
    streams,
    send,
    fetch: openOutgoingFetch(targets),
    mailSender: mail?.from,
    mailGoes: mail ? (mail.leaves ? 'sent' : 'files') : 'none',
    dropBox: options.dropBox ?? false,
    mailboxOf: (actor, record = '') => `${actor.companyDomain}${record && `+${record}`}@${new URL(origin).hostname}`,
  }
  const counted = (counter: readonly [name: string, help: string, label: string]) =>
    options.metrics?.counter(...counter)
  if (secrets.length > 1) log.info(await resealSecrets(database, secrets), 'sealed with the first of PORTICO_SECRET')
  const apis = crmApis(services, limited ? await limitsOf(database, options.searchLimit) : noRateLimit).map(api =>
    serveApi(api),
  )
  const bundle = options.webApp ? await openBundle(options.webApp, '/app/bundle/:name') : undefined
  const [pages, mcp] = [
    await crmPages(services, bundle && { bundle, apis }),
    mcpEndpoint(services, apis, counted(MCP_CALLS)),
  ]
  return {
    name: 'crm',
    apis,
    pages: app => {
      pages(app)
      mcp(app)
    },
    tasks: crmTasks(services, { ...options, send }),
    timetable: CRM_TIMETABLE,
    endStreams: streams.endAll,
    dropBox: openDropBox(services),
    background: openCourier({
      services,
      send,
      settledSeq: () => services.settledLog.settledSeq({ waitMs: 20 }),
      count: counted(DELIVERIES),
      ...options.courier,
    }),
  }
}

/** Name, help and label of what is counted. */
const MCP_CALLS = ['portico_mcp_calls_total', 'Calls of assistants, by tool or method', 'call'] as const
const DELIVERIES = ['portico_webhook_deliveries_total', 'Attempts to deliver an event, by outcome', 'outcome'] as const

async function limitsOf(database: Database, searches?: number): Promise<RateLimit> {
  return rateLimit(openDailyBudget(settleTokens(database)), await openSharedBursts(database), searches)
}
