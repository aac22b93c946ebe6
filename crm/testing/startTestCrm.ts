import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Product } from '@portico/kit/api/product'
import { connect } from '@portico/kit/database/connect'
import { type Database, openDatabase } from '@portico/kit/database/database'
import type { FileStore } from '@portico/kit/files/fileStore'
import { openFileStore } from '@portico/kit/files/openFileStore'
import { packageFolder } from '@portico/kit/files/packageFolder'
import { edge } from '@portico/kit/http/edge'
import { listen } from '@portico/kit/http/listen'
import { startWorker } from '@portico/kit/jobs/jobs'
import { openLog } from '@portico/kit/log/log'
import { openMetrics } from '@portico/kit/log/metrics'
import { openImapReader } from '@portico/kit/mail/imapReader'
import { openMessageReader } from '@portico/kit/mail/messageReader'
import { openMail } from '@portico/kit/mail/openMail'
import { sendRequest } from '@portico/kit/testing/sendRequest'
import { type TestDatabase, testDatabase } from '@portico/kit/testing/testDatabase'
import { workerFromFirstJobOn } from '@portico/kit/testing/workerFromFirstJobOn'
import type * as clientV1 from 'pipedrive/v1'
import type * as clientV2 from 'pipedrive/v2'
import type * as clientClassic from 'pipedrive-classic/v1'
import { afterAll } from 'vitest'
import type { Courier, CourierOptions } from '../across/webhooks/courier.ts'
import { digestOf, newApiToken } from '../base/access/apiToken.ts'
import { insertSession } from '../company/sessions/store.ts'
import { insertToken } from '../company/tokens/store.ts'
import { addUsers } from '../company/users/addUsersStore.ts'
import { crmMigrations } from '../crmMigrations.ts'
import { openCrm } from '../openCrm.ts'
import { conforming } from './conforming.ts'
import { addCompany, FIRST_COMPANY } from './firstCompany.ts'

/** The server's secret in tests. */
export const TEST_SECRET = 'a secret of the tests, long enough to seal with'

export interface TestCrm {
  origin: string
  /** The admin who owns the first company. */
  owner: TestUser
  database: Database
  databaseUrl: string
  files: FileStore
  /** The folder that mails are written to; see `readOutbox`. */
  outbox: string
  sql: ReturnType<typeof connect>
  /** One more connection, which looks on while `sql` holds something: calls of the product may be held on all of its own. */
  onlooker: ReturnType<typeof connect>
  /** A company of its own. */
  company(): Promise<TestUser>
  /** A colleague in the same company, without admin rights, in a group of the given id. */
  colleague(of: TestUser, options?: { roleId?: number; admin?: boolean; scopes?: string[] }): Promise<TestUser>
  /** Begins a session of a user: the headers that a page of ours sends with its calls. */
  session(user: TestUser): Promise<{ cookie: string; 'sec-fetch-site': string }>
  /** One more server on the same database, as another process would be: it shares nothing else with the first. */
  another(options?: { secrets?: string[] }): Promise<{ origin: string; courier: Courier }>
  /** Delivers what webhooks have to deliver now; nothing is delivered unless a test asks for it. */
  courier: Courier
  /** Answers a call in this process, without a connection: for loops over everything. */
  answer(path: string, init: RequestInit): Promise<Response>
}

export interface TestOptions {
  /** The database, with its first company, instead of a new one. */
  on?: TestDatabase
  /** Where browsers reach it, when they have to know: passkeys belong to a host name. */
  publicOrigin?: string
  port?: number
  rateLimit?: boolean
  searchLimit?: number
  openSignUp?: boolean
  privateTargets?: boolean
  /** How webhooks deliver. */
  courier?: Pick<CourierOptions, 'now' | 'limits'>
  /** Whose `X-Forwarded-For` is believed. */
  proxies?: string[]
  /** When the last use of a credential is written down. */
  usesWrittenAfterMs?: number
  /** How long the answer to a refresh token is held back; not at all unless told. */
  refreshHeldMs?: number
  /** Whether jobs are done by themselves; they are unless told. */
  worker?: boolean
  /** Serves the web app too, as it was built last. */
  webApp?: boolean
}

/** A user with ways to call: plain HTTP, and the official clients of each version. */
export interface TestUser {
  companyId: number
  userId: number
  token: string
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
  v1: clientV1.Configuration
  v2: clientV2.Configuration
  classic: clientClassic.Configuration
}

export interface Reply {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  body: any
}

/**
 * A whole CRM on a port of loopback with a database of its own, for one test file. Called at the top of the file and
 * not in a hook, since what it has to clean up is a hook itself.
 *
 * @example const crm = await startTestCrm()
 */
export async function startTestCrm(options: TestOptions = {}): Promise<TestCrm> {
  const testing = options.on ?? (await testDatabase([crmMigrations], FIRST_COMPANY))
  const { distributedBy } = testing
  // As many lanes as the real one has: races behave as they do there.
  const database = openDatabase(testing.url, { distributedBy })
  // What a test asks for itself is told apart from what the product does.
  const asked = { distributedBy, connection: { application_name: 'test' } }
  const [sql, onlooker] = [connect(testing.url, asked), connect(testing.url, asked)]
  const folder = await mkdtemp(join(tmpdir(), 'portico-crm-'))
  const files = await openFileStore('disk', folder)
  const outbox = join(folder, 'mail')
  const incoming = join(folder, 'incoming')
  const mailReaders = {
    messages: await openMessageReader(incoming),
    imap: openImapReader(incoming, { privateTargets: options.privateTargets ?? false }),
  }
  const openProduct = (on: Database, secrets = [TEST_SECRET]) =>
    openCrm({
      database: on,
      files,
      origin: options.publicOrigin ?? 'http://portico.test',
      secrets,
      rateLimit: options.rateLimit ?? false,
      searchLimit: options.searchLimit,
      openSignUp: options.openSignUp ?? false,
      privateTargets: options.privateTargets ?? false,
      proxies: options.proxies ?? [],
      refreshHeldMs: options.refreshHeldMs ?? 0,
      ...(options.usesWrittenAfterMs !== undefined && { usesWrittenAfterMs: options.usesWrittenAfterMs }),
      log: openLog('error'),
      dropBox: true,
      // Tests wait for nothing that is only meant to gather more.
      courier: { ...options.courier, limits: { lookEveryMs: 0, ...options.courier?.limits } },
      mail: openMail({ from: 'Portico <portico@example.com>', outbox }),
      mailReaders,
      webApp: options.webApp ? packageFolder(import.meta.url, '..', 'app', 'dist') : undefined,
    })
  const product = await openProduct(database)
  const startWork = () => startWorker(testing.url, product.tasks, openLog('error'))
  const worker = options.worker === false ? undefined : await workerFromFirstJobOn(database, startWork)
  const mismatches: string[] = []
  const stops: (() => Promise<void>)[] = []
  const serve = async ({ apis, pages }: Product, port: number) => {
    const app = edge({
      apis: apis.map(api => conforming(api, mismatch => mismatches.push(mismatch))),
      log: openLog('error'),
      metrics: openMetrics(),
      ...(pages && { pages }),
    })
    const listening = await listen(app.fetch, { port, host: '127.0.0.1', refuse: app.refuse })
    stops.push(listening.stop)
    return { app, origin: `http://127.0.0.1:${listening.port}` }
  }
  const { app, origin } = await serve(product, options.port ?? 0)
  const others: Product[] = []
  afterAll(async () => {
    // A listener waits for what is under way, and a stream goes on by itself.
    for (const { endStreams } of [product, ...others]) endStreams?.()
    for (const stop of stops) await stop()
    await product.background.stop()
    await worker?.stop()
    await Promise.all([sql.end(), onlooker.end()])
    await database.close()
    await testing.drop()
    await rm(folder, { recursive: true, force: true })
    if (mismatches.length > 0) throw new Error([...new Set(mismatches)].join('\n'))
  })

  let companies = 1
  async function company(): Promise<TestUser> {
    return ownerOf(await addCompany(sql, ++companies))
  }

  async function firstOwner(): Promise<TestUser> {
    const [first] = await sql<{ companyId: number; ownerId: number }[]>`
      select company_id as "companyId", id as "ownerId" from crm.app_user`
    return ownerOf(first ?? { companyId: 0, ownerId: 0 })
  }

  async function ownerOf({ companyId, ownerId: userId }: { companyId: number; ownerId: number }): Promise<TestUser> {
    const token = newApiToken()
    await insertToken(sql, { companyId, userId, name: 'first', isPersonal: true }, token)
    return userOf(origin, companyId, userId, token)
  }

  async function colleague(
    of: TestUser,
    rest: { roleId?: number; admin?: boolean; scopes?: string[] } = {},
  ): Promise<TestUser> {
    const token = newApiToken()
    const [creator] =
      await sql`select role_id from crm.app_user where company_id = ${of.companyId} and id = ${of.userId}`
    const { admin: isAdmin, roleId = creator?.role_id } = rest
    const email = `${token}@example.com`
    const [userId = 0] = await addUsers(sql, of.companyId, [{ name: 'Carl Colleague', email, roleId, isAdmin }])
    await sql`insert into crm.api_token (company_id, user_id, digest, scopes)
      values (${of.companyId}, ${userId}, ${digestOf(token)}, ${rest.scopes ?? null})`
    return userOf(origin, of.companyId, userId, token)
  }

  async function session({ companyId, userId }: TestUser) {
    const [user] = await sql<{ account_id: number }[]>`
      select account_id from crm.app_user where company_id = ${companyId} and id = ${userId}`
    const accountId = user?.account_id ?? 0
    const secret = await insertSession(sql, { accountId, companyId, userId, agent: 'test', address: '127.0.0.1' })
    return { cookie: `portico_session=${secret}`, 'sec-fetch-site': 'same-origin' }
  }

  async function another({ secrets }: { secrets?: string[] } = {}) {
    const database = openDatabase(testing.url, { distributedBy })
    const opened = await openProduct(database, secrets)
    const served = await serve(opened, 0)
    others.push(opened)
    stops.push(() => opened.background.stop())
    stops.push(() => database.close())
    return { origin: served.origin, courier: opened.background }
  }

  const answer = async (path: string, init: RequestInit) =>
    beginningOf(await app.fetch(new Request(`http://portico.test${path}`, init), {}))

  return {
    origin,
    session,
    another,
    courier: product.background,
    answer,
    owner: await firstOwner(),
    database,
    databaseUrl: testing.url,
    files,
    outbox,
    sql,
    onlooker,
    company,
    colleague,
  }
}

/** Of an event stream, which has no end, what it begins with; other answers as they are. */
async function beginningOf(response: Response): Promise<Response> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response
  const reader = response.body?.getReader()
  const { value } = (await reader?.read()) ?? {}
  await reader?.cancel()
  return new Response(value ?? null, { status: response.status, headers: response.headers })
}

/** The clients are large: each is loaded when a test asks for it. */
function load<T>(client: string): T {
  return createRequire(import.meta.url)(client)
}

function userOf(origin: string, companyId: number, userId: number, token: string): TestUser {
  return {
    companyId,
    userId,
    token,
    get v1() {
      return new (load<typeof clientV1>('pipedrive/v1').Configuration)({ apiKey: token, basePath: `${origin}/v1` })
    },
    get v2() {
      return new (load<typeof clientV2>('pipedrive/v2').Configuration)({ apiKey: token, basePath: `${origin}/api/v2` })
    },
    get classic() {
      const { Configuration } = load<typeof clientClassic>('pipedrive-classic/v1')
      return new Configuration({ apiKey: token, basePath: `${origin}/v1` })
    },
    async call(method, path, body, headers = {}) {
      const {
        status,
        headers: received,
        text,
      } = await sendRequest(origin + path, {
        method,
        headers: {
          'x-api-token': token,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      return { status, headers: received, body: bodyOf(text, received) }
    },
  }
}

/** What is no JSON, such as a file, stays text. */
function bodyOf(text: string, headers: Headers) {
  if (text === '') return undefined
  return headers.get('content-type')?.startsWith('text/csv') ? text : JSON.parse(text)
}
