import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, connect } from '@portico/kit/database/connect'
import { startEmbeddedPostgres } from '@portico/kit/embedded/startEmbeddedPostgres'
import { packageFolder } from '@portico/kit/files/packageFolder'
import { answering, ended, freePort, start } from '../benchServer.ts'
import { fill } from './fill.ts'

/** A company with so many deals, in a database of its own behind a server process of its own. */
export interface Company {
  deals: number
  origin: string
  token: string
  /** Records added in a second when it was filled; undefined when it was there already. */
  seedRate: number | undefined
  sql: Client
}

export interface Companies {
  all: readonly Company[]
  version: string
  stop(): Promise<void>
}

const TOKEN = 'b'.repeat(40)

/**
 * One PostgreSQL with a database for each size, so that the small company does not pay for the large one. In a folder
 * that is kept, what was filled once is there the next time.
 */
export async function openCompanies(sizes: readonly number[], keptFolder: string | undefined): Promise<Companies> {
  const folder = keptFolder ?? (await mkdtemp(join(tmpdir(), 'portico-scale-')))
  await mkdir(folder, { recursive: true, mode: 0o755 })
  const postgres = await startEmbeddedPostgres({ dataDirectory: join(folder, 'postgres') })
  const closers: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const close of closers.toReversed()) await close()
    await postgres.stop()
    if (!keptFolder) await rm(folder, { recursive: true, force: true })
  }
  try {
    const all: Company[] = []
    for (const deals of sizes) {
      const url = await databaseFor(postgres.url, deals)
      const files = join(folder, `files-${deals}`)
      const sql = connect(url)
      closers.push(() => sql.end())
      const seedRate = await filledOnce(sql, { url, files, deals })
      const { origin, end } = await serve(url, files)
      closers.push(end)
      if (deals >= LARGE) await sumsKept(sql, deals)
      all.push({ deals, origin, token: TOKEN, sql, seedRate })
    }
    return { all, version: postgres.version, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function databaseFor(url: string, deals: number): Promise<string> {
  const name = `scale_${deals}`
  const sql = connect(url)
  const [found] = await sql`select from pg_database where datname = ${name}`
  if (!found) await sql.unsafe(`create database ${name}`)
  await sql.end()
  return url.replace(/\/[^/]*$/, `/${name}`)
}

async function serve(databaseUrl: string, files: string): Promise<{ origin: string; end(): Promise<void> }> {
  const port = await freePort()
  const server = start(packageFolder(import.meta.url, '..', 'server', 'bin', 'portico.js'), ['serve'], {
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    PORTICO_DATA_DIR: files,
    PORTICO_RATE_LIMIT: 'off',
    PORTICO_API_TOKEN: TOKEN,
    PORTICO_OWNER_EMAIL: 'bench@example.com',
    PORTICO_OWNER_PASSWORD: 'bench-bench-bench',
  })
  const origin = `http://127.0.0.1:${port}`
  await answering(`${origin}/readyz`, server)
  return { origin, end: () => ended(server) }
}

/** The server keeps sums of so many deals. */
const LARGE = 20_000
const PATIENCE_S = 600

/** A company that has just become large is counted by a job, which begins within a minute. */
async function sumsKept(sql: Client, deals: number): Promise<void> {
  for (let seconds = 0; seconds < PATIENCE_S; seconds++) {
    const [kept] = await sql`select from crm.deal_sums`
    if (kept) return console.log(`the sums of ${deals} deals are kept after ${seconds} s`)
    await sleep(1_000)
  }
  throw new Error(`the sums of ${deals} deals are not kept after ${PATIENCE_S} s`)
}

/** The table says that filling came to its end: what was broken off is not measured. */
async function filledOnce(
  sql: Client,
  { url, files, deals }: { url: string; files: string; deals: number },
): Promise<number | undefined> {
  const [done] = await sql<{ there: boolean }[]>`select to_regclass('public.scale_filled') is not null as there`
  if (done?.there) return undefined
  // Makes tables and owner. Were it to go on, it would count the deals of a large company while they come in.
  await (await serve(url, files)).end()
  console.log(`filling a company with ${deals} deals`)
  const rate = await fill(url, deals)
  await sql`create table public.scale_filled ()`
  return rate
}
