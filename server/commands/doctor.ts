import { constants } from 'node:fs'
import { access, stat, statfs } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { describePlacement } from '@portico/kit/database/describePlacement'
import { hasDatabase } from '@portico/kit/embedded/hasDatabase'
import { openFileStore } from '@portico/kit/files/openFileStore'
import { openMail } from '@portico/kit/mail/openMail'
import type { Config } from '../config/readConfig.ts'
import { openDatabaseServer } from '../start/databaseServer.ts'
import { dataDirectoryProblem, nearestFolder } from '../start/dataDirectory.ts'
import { missingMigrations } from '../start/migrateAll.ts'
import { describePostgres } from '../start/postgresVersion.ts'
import { readCertificate } from '../start/takeMailPort.ts'

interface Finding {
  /** `note` needs nobody's attention now; only `wrong` sets the exit code. */
  state: 'fine' | 'note' | 'wrong'
  text: string
}

const LEAST_DISK = 500_000_000

/**
 * Looks at everything the server needs, says what is wrong and what to do; true when nothing is. Makes nothing: what the
 * first start will make is a note.
 */
export async function doctor(config: Config): Promise<boolean> {
  const checks: [string, () => Promise<Finding>][] = [
    ['Node', checkNode],
    ['Data', () => checkDataDirectory(config.dataDirectory)],
    ['Disk', () => checkDisk(config.dataDirectory)],
    ['Database', () => checkDatabase(config)],
    ['Port', () => checkPort(config)],
    ['Files', () => checkFiles(config)],
    ['Mail', () => checkMail(config)],
    ['Mail in', () => checkMailIn(config)],
  ]
  let healthy = true
  for (const [name, check] of checks) {
    const { state, text } = await check().catch((error: unknown): Finding => wrong(textOf(error)))
    console.log(`${MARKS[state]} ${name.padEnd(9)} ${text}`)
    if (state === 'wrong') healthy = false
  }
  return healthy
}

const MARKS = { fine: 'ok   ', note: 'note ', wrong: 'WRONG' }
const fine = (text: string): Finding => ({ state: 'fine', text })
const note = (text: string): Finding => ({ state: 'note', text })
const wrong = (text: string): Finding => ({ state: 'wrong', text })

function textOf(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
}

async function checkNode(): Promise<Finding> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const isNew = major > 20 || (major === 20 && minor >= 19)
  return isNew ? fine(process.versions.node) : wrong(`${process.versions.node}: install Node 20.19 or newer`)
}

async function checkDataDirectory(directory: string): Promise<Finding> {
  const found = await nearestFolder(directory)
  try {
    if (!(await stat(found)).isDirectory()) return wrong(`${found} is not a directory: set PORTICO_DATA_DIR`)
    await access(found, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw dataDirectoryProblem(error, directory)
  }
  return found === directory ? fine(directory) : note(`${directory} is made at the first start`)
}

async function checkDisk(directory: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(await nearestFolder(directory))
  const free = bavail * bsize
  const text = `${(free / 1e9).toFixed(1)} GB free`
  return free > LEAST_DISK ? fine(text) : wrong(`${text}: make room, the server needs half a gigabyte to work`)
}

async function checkDatabase(config: Config): Promise<Finding> {
  const directory = join(config.dataDirectory, 'postgres')
  if (!config.databaseUrl && !(await hasDatabase(directory))) {
    return note(`an embedded PostgreSQL is made in ${directory} at the first start`)
  }
  const server = await openDatabaseServer(config, () => {})
  try {
    const missing = await missingMigrations(server.url)
    const placement = await describePlacement(server.url)
    const text = `${describePostgres(server.version)} at ${server.place}${placement ? `; ${placement}` : ''}`
    return missing.length === 0 ? fine(text) : note(`${text}; ${missing.length} migrations to come at the next start`)
  } finally {
    await server.stop()
  }
}

async function checkPort(config: Config): Promise<Finding> {
  const { port, host } = config
  const refusal = await portRefusal(port, host)
  if (!refusal) return fine(`${host}:${port} is free`)
  if (refusal.code === 'EADDRINUSE') {
    if (await isServing(config)) return fine(`${host}:${port} is served by Portico`)
    return wrong(`${host}:${port} is taken by another program: end it, or set PORT`)
  }
  if (refusal.code === 'EACCES') return wrong(`${host}:${port} needs more rights: set PORT to 1024 or higher`)
  return wrong(`${host}:${port} cannot be used (${refusal.code}): set HOST and PORT`)
}

/** Why the port cannot be listened on; undefined when it can. */
function portRefusal(port: number, host: string): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise(resolve => {
    const probe = createServer()
    probe.once('error', resolve)
    probe.listen(port, host, () => probe.close(() => resolve(undefined)))
  })
}

async function isServing({ port, host }: Config): Promise<boolean> {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  try {
    const answer = await fetch(`http://${name}:${port}/healthz`, { signal: AbortSignal.timeout(2000) })
    return JSON.stringify(await answer.json()) === '{"status":"up"}'
  } catch {
    return false
  }
}

async function checkFiles({ files, dataDirectory }: Config): Promise<Finding> {
  const folder = join(dataDirectory, 'files')
  if (files.location === 'disk' && !(await isThere(folder))) return note(`${folder} is made at the first start`)
  const store = await openFileStore(files.location, dataDirectory, files)
  await store.check()
  return fine(store.place)
}

async function checkMail({ mail, dataDirectory }: Config): Promise<Finding> {
  const outbox = join(dataDirectory, 'mail')
  const out = openMail({ ...mail, outbox })
  if (mail.smtpUrl || (await isThere(outbox))) await out.check()
  return mail.smtpUrl ? fine(out.place) : note(`is written to ${out.place}: set SMTP_URL to send it`)
}

async function checkMailIn({ mailIn, host }: Config): Promise<Finding> {
  if (!mailIn) return note('is not taken: set PORTICO_SMTP_IN_PORT to take mail for companies and deals')
  const certificate = await readCertificate(mailIn)
  const sealing = certificate ? 'with STARTTLS' : 'without STARTTLS: set PORTICO_SMTP_IN_CERT and PORTICO_SMTP_IN_KEY'
  const refusal = await portRefusal(mailIn.port, host)
  if (!refusal) return fine(`${host}:${mailIn.port} is free, ${sealing}`)
  if (refusal.code === 'EADDRINUSE') {
    const isOurs = await greetsAsPortico(mailIn.port, host)
    if (isOurs) return fine(`${host}:${mailIn.port} is served by Portico, ${sealing}`)
    return wrong(`${host}:${mailIn.port} is taken by another program: end it, or set PORTICO_SMTP_IN_PORT`)
  }
  if (refusal.code === 'EACCES')
    return wrong(`${host}:${mailIn.port} needs more rights: set PORTICO_SMTP_IN_PORT to 1024 or higher`)
  return wrong(`${host}:${mailIn.port} cannot be used (${refusal.code}): set HOST and PORTICO_SMTP_IN_PORT`)
}

/** Whether the server that takes mail there is one of ours, by the line it begins with. */
function greetsAsPortico(port: number, host: string): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, host === '0.0.0.0' || host === '::' ? 'localhost' : host)
    const answer = (isOurs: boolean) => {
      socket.destroy()
      resolve(isOurs)
    }
    socket.setTimeout(2000, () => answer(false))
    socket.once('error', () => answer(false))
    socket.once('data', greeting => answer(/^220 .*Portico|^421 .*server/.test(greeting.toString('latin1'))))
  })
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined
}
