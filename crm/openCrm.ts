import { openClients } from '@portico/kit/access/throttle/clients'
import { noThrottle, openThrottle } from '@portico/kit/access/throttle/throttle'
import { noWrongTries, openWrongTries } from '@portico/kit/access/throttle/wrongTries'
import type { Product } from '@portico/kit/api/product'
import { serveApi } from '@portico/kit/api/serveApi'
import type { Database } from '@portico/kit/database/database'
import type { FileStore } from '@portico/kit/files/fileStore'
import { openBundle } from '@portico/kit/http/bundle'
import { clientNetworks } from '@portico/kit/http/clientNetwork'
import { type Outgoing, openOutgoing } from '@portico/kit/http/outgoing'
import type { Tasks, Timetable } from '@portico/kit/jobs/jobs'
import type { Log } from '@portico/kit/log/log'
import type { Metrics } from '@portico/kit/log/metrics'
import type { Mail } from '@portico/kit/mail/openMail'
import { CONVERT, convertTask, FORGET_CONVERSIONS, forgetConversionsTask } from './across/conversions/convert.ts'
import { exportsTask, RUN_EXPORTS } from './across/exports/exportsTask.ts'
import { storedFilters } from './across/filters/condition.ts'
import { longChangesTask, RUN_LONG_CHANGES } from './across/longChanges/longChangesTask.ts'
import { LONG_CHANGES } from './across/longChanges/works.ts'
import { eraseWordsTask } from './across/personalData/eraseWords.ts'
import { ERASE } from './across/personalData/forget.ts'
import { PURGE, purgeTask } from './across/purge/purge.ts'
import { type Courier, type CourierOptions, openCourier } from './across/webhooks/courier.ts'
import { FORGET_DELIVERIES, forgetDeliveriesTask } from './across/webhooks/forgetDeliveries.ts'
import { TELL_PAUSED, tellPausedTask } from './across/webhooks/tellPaused.ts'
import { openSignIn } from './base/access/signIn.ts'
import type { CrmServices } from './base/api/context.ts'
import { noRateLimit, type RateLimit, rateLimit } from './base/api/rateLimit.ts'
import { openLogReader } from './base/changes/logReader.ts'
import { openSettledLog } from './base/changes/settledSeq.ts'
import { openStreams } from './base/changes/streams.ts'
import { openFieldCatalog } from './base/fields/catalog.ts'
import { CLEAR_FIELD, clearFieldTask } from './base/fields/clearField.ts'
import { openDailyBudget } from './base/limits/dailyBudget.ts'
import { settleTokens } from './base/limits/settleTokens.ts'
import { openSharedBursts } from './base/limits/sharedBursts.ts'
import { TELL_SPENDING, tellSpendingTask } from './base/limits/tellSpending.ts'
import { REMOVE_FILES, removeFilesTask } from './base/records/removeFiles.ts'
import { FORGET_AUDIT, forgetOldAudit } from './company/audit/store.ts'
import { REMOVE_COMPANIES, removeCompaniesTask } from './company/companies/removeCompanies.ts'
import { forgetGrants } from './company/oauth/endGrantStore.ts'
import { TELL_UNINSTALLED, tellUninstalledTask } from './company/oauth/tellUninstalled.ts'
import { resealSecrets } from './company/sealedSecrets/reseal.ts'
import { SIGN_IN_FAILED, signInFailedTask } from './company/signIn/failedSignIn.ts'
import { FORGET_SIGN_INS, forgetSignInsTask } from './company/signIn/forgetSignIns.ts'
import { SEND_PASSWORD_LINK, sendPasswordLinkTask } from './company/signIn/sendPasswordLink.ts'
import { SEND_SIGN_UP, sendSignUpTask } from './company/signUp/askForCompany.ts'
import { SEND_INVITATION } from './company/users/invite.ts'
import { sendInvitationTask } from './company/users/sendInvitation.ts'
import { crmApis } from './crmApis.ts'
import { mcpEndpoint } from './mcp/mcpEndpoint.ts'
import { crmPages } from './pages/crmPages.ts'
import { openStageCatalog } from './sales/stages/catalog.ts'
import { SWEEP_UPLOADS, sweepUploadsTask } from './work/files/announcedStore.ts'
import { openDropBox } from './work/mail/dropBox.ts'
import { SEND_MAIL, sendMailTask } from './work/mail/sendMailTask.ts'
import type { MailReaders } from './work/mailAccounts/readAccount.ts'
import { READ_MAIL, readMailTask } from './work/mailAccounts/readMailTask.ts'
import { REMIND, remindTask, SEND_REMINDER, sendReminderTask } from './work/reminders/remindTask.ts'

const FORGET_GRANTS = 'crm:forget-grants'

export interface CrmOptions {
  database: Database
  files: FileStore
  /** Public origin, without a slash at the end. */
  origin: string
  rateLimit: boolean
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
  /** Without them the mail accounts of people are not read. */
  mailReaders?: MailReaders
  metrics?: Pick<Metrics, 'counter'>
  /** How webhooks deliver: the clock, and how much at once. */
  courier?: Pick<CourierOptions, 'now' | 'limits'>
  /** Without it nobody is told when the tokens of a day run low, and nobody gets a link to set a password. */
  mail?: Mail
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
  const send = openOutgoing({
    privateTargets: options.privateTargets ?? false,
    own: { host: new URL(origin).hostname },
  })
  const clientNetwork = clientNetworks(proxies)
  const clientsOf = openClients('crm', clientNetwork, secrets[0] ?? '')
  const settledLog = openSettledLog(database)
  const streams = openStreams()
  const services: CrmServices = {
    database,
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
    filters: storedFilters,
    settledLog,
    logReader: openLogReader(database, settledLog, { log }),
    calls: { begun: 0 },
    streams,
    send,
    mailSender: mail?.from,
    mailGoes: mail ? (mail.leaves ? 'sent' : 'files') : 'none',
    dropBox: options.dropBox ?? false,
    mailboxOf: (actor, record = '') => `${actor.companyDomain}${record && `+${record}`}@${new URL(origin).hostname}`,
  }
  const counted = (counter: readonly [name: string, help: string, label: string]) =>
    options.metrics?.counter(...counter)
  if (secrets.length > 1) log.info(await resealSecrets(database, secrets), 'sealed with the first of PORTICO_SECRET')
  const apis = crmApis(services, limited ? await limitsOf(database) : noRateLimit).map(api => serveApi(api))
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
    tasks: { ...tasksOf(services, mail, send), [READ_MAIL]: readingMail(services, options) },
    timetable: TIMETABLE,
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

async function limitsOf(database: Database): Promise<RateLimit> {
  return rateLimit(openDailyBudget(settleTokens(database)), await openSharedBursts(database))
}

function readingMail(services: CrmServices, { mailReaders, metrics }: CrmOptions): () => Promise<void> {
  if (!mailReaders) return async () => {}
  const help = 'Readings of mail accounts, by how they ended'
  return readMailTask(services, mailReaders, metrics?.counter('portico_mail_accounts_total', help, 'outcome'))
}

function tasksOf(services: CrmServices, mail: Mail | undefined, send: Outgoing): Tasks {
  return {
    [FORGET_AUDIT]: () => services.database.write(forgetOldAudit),
    [CLEAR_FIELD]: clearFieldTask(services),
    [CONVERT]: convertTask(services),
    [ERASE]: eraseWordsTask(services),
    [FORGET_SIGN_INS]: forgetSignInsTask(services.database),
    [FORGET_CONVERSIONS]: forgetConversionsTask(services),
    [FORGET_DELIVERIES]: forgetDeliveriesTask(services.database),
    [FORGET_GRANTS]: () => services.database.write(forgetGrants),
    [SEND_PASSWORD_LINK]: mail ? sendPasswordLinkTask(services, mail) : async () => {},
    [PURGE]: purgeTask(services.database),
    [RUN_EXPORTS]: exportsTask(services),
    [RUN_LONG_CHANGES]: longChangesTask(services, LONG_CHANGES),
    [REMIND]: mail ? remindTask(services) : async () => {},
    [SEND_REMINDER]: mail ? sendReminderTask(services, mail) : async () => {},
    [REMOVE_COMPANIES]: removeCompaniesTask(services.database),
    [REMOVE_FILES]: removeFilesTask(services.files),
    [SEND_MAIL]: mail ? sendMailTask(services, mail) : async () => {},
    [SEND_SIGN_UP]: mail ? sendSignUpTask(services, mail) : async () => {},
    [SIGN_IN_FAILED]: signInFailedTask(services),
    [SEND_INVITATION]: mail ? sendInvitationTask(services, mail) : async () => {},
    [SWEEP_UPLOADS]: sweepUploadsTask(services.database),
    [TELL_UNINSTALLED]: tellUninstalledTask(services.database, send, services.secrets),
    [TELL_PAUSED]: mail ? tellPausedTask(services, mail) : async () => {},
    [TELL_SPENDING]: mail ? tellSpendingTask(services.database, mail, services.origin) : async () => {},
  }
}

const TIMETABLE: readonly Timetable[] = [
  { task: ERASE, at: '*/5 * * * *' },
  { task: FORGET_AUDIT, at: '7 3 * * *' },
  { task: FORGET_CONVERSIONS, at: '17 3 * * *' },
  { task: FORGET_DELIVERIES, at: '12 3 * * *' },
  { task: FORGET_GRANTS, at: '47 3 * * *' },
  { task: FORGET_SIGN_INS, at: '27 3 * * *' },
  { task: PURGE, at: '37 3 * * *' },
  { task: READ_MAIL, at: '* * * * *' },
  { task: RUN_EXPORTS, at: '* * * * *' },
  { task: RUN_LONG_CHANGES, at: '* * * * *' },
  { task: REMIND, at: '* * * * *' },
  { task: REMOVE_COMPANIES, at: '27 4 * * *' },
  { task: SWEEP_UPLOADS, at: '57 * * * *' },
]
