import { execFileSync, spawn } from 'node:child_process'
import { closeSync, constants, openSync, writeSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { checkPassword } from '@portico/kit/access/password'
import { connect } from '@portico/kit/database/connect'
import { openLog, silentLog } from '@portico/kit/log/log'
import { freePort } from '@portico/kit/testing/freePort'
import { databaseForThisTest } from '@portico/kit/testing/testDatabase'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../config/readConfig.ts'
import { jsonOf } from '../testing/json.ts'
import { environment, PORTICO, runPortico, startPortico } from '../testing/portico.ts'
import { scratchFolder } from '../testing/scratch.ts'
import { waitUntil } from '../testing/waitUntil.ts'
import { allMigrations } from './migrateAll.ts'
import { type Announce, startServer } from './startServer.ts'

/* The first owner's password and token are seen by a person, whatever happens on the way to the terminal. */

const folder = await scratchFolder()

test('a taken port stops the start before anything is made, and the next start shows the secrets', async () => {
  const settings = { ...(await given()), PORTICO_DATA_DIR: join(folder, 'taken') }
  const sql = client(settings.DATABASE_URL)
  const taker = createServer().listen(Number(settings.PORT), '127.0.0.1')
  onTestFinished(() => void taker.close())

  const refused = await runPortico(['serve'], settings)

  const stderr = `portico: Port ${settings.PORT} is taken by another program\n`
  expect(refused).toEqual({ code: 1, stdout: '', stderr })
  expect(await readdir(folder)).not.toContain('taken')
  expect(await sql`select from crm.company`).toHaveLength(0)
  await new Promise(closed => taker.close(closed))
  const portico = await startPortico(settings)
  expect(await whoIs(portico.origin, tokenIn(portico.output()))).toBe('owner@example.com')
  await portico.end('SIGTERM')
})

test('killed between the commit and the terminal: the next start makes new secrets and shows them', async () => {
  const settings = await given()
  const sql = client(settings.DATABASE_URL)
  const blocked = spawnInto(fullPipe(), settings)
  await waitUntil(async () => (await sql`select from portico.unshown_owner`).length === 1)
  const [before] = await sql`select password_hash from crm.account`
  await blocked.kill()

  const portico = await startPortico(settings)

  const [password, token] = [passwordIn(portico.output()), tokenIn(portico.output())]
  expect(await whoIs(portico.origin, token)).toBe('owner@example.com')
  expect(await logIn(portico.origin, password)).toBe(200)
  const [owner] = await sql`select password_hash from crm.account`
  expect(owner?.password_hash).not.toBe(before?.password_hash)
  expect(await checkPassword(owner?.password_hash, password)).toBe(true)
  expect(await sql`select from crm.api_token`).toHaveLength(1)
  await waitUntil(async () => (await sql`select from portico.unshown_owner`).length === 0)
  await portico.end('SIGTERM')
  expect(await open(settings, async () => true)).toBeUndefined()
})

test.each([
  ['a full disk', '/dev/full'],
  ['nowhere', '/dev/null'],
])('standard output on %s: the server serves, and the next start shows the secrets', async (_, path) => {
  const settings = await given()
  const unseen = spawnInto(openSync(path, 'w'), settings)
  const origin = `http://127.0.0.1:${settings.PORT}`
  await waitUntil(async () => (await statusOf(`${origin}/readyz`)) === 200)
  await waitUntil(() => unseen.errors().includes('were not printed'))
  expect(await unseen.end()).toBe(0)

  const next = await startServer(readConfig(settings), silentLog, async () => true)
  onTestFinished(() => next.stop())

  expect(await whoIs(origin, next.firstOwner?.apiToken)).toBe('owner@example.com')
})

test('what was changed since stays: only the secret that nobody knows is made anew', async () => {
  const settings = await given()
  const sql = client(settings.DATABASE_URL)
  await open(settings, async () => false)
  await sql`update crm.account set password_hash = 'chosen by the owner'`

  const second = await open(settings, async () => true)

  expect(second).toEqual({
    email: 'owner@example.com',
    password: undefined,
    apiToken: expect.stringMatching(/^[0-9a-f]{40}$/),
  })
  expect(await sql`select password_hash from crm.account`).toMatchObject([{ password_hash: 'chosen by the owner' }])
  expect(await open(settings, async () => true)).toBeUndefined()
})

test('secrets from settings are shown by the first start alone: whoever set them knows them', async () => {
  const secrets = { PORTICO_OWNER_PASSWORD: 'chosen beforehand', PORTICO_API_TOKEN: 'ab'.repeat(20) }
  const settings = { ...(await given()), ...secrets }

  const first = await open(settings, async () => false)

  expect(first).toMatchObject({ password: 'chosen beforehand', apiToken: 'ab'.repeat(20) })
  expect(await open(settings, async () => true)).toBeUndefined()
})

test('two servers at once on one empty database: one shows the secrets, the other waits for that', async () => {
  const settings = await given()
  const sql = client(settings.DATABASE_URL)
  const other = { ...settings, PORT: String(await freePort()), PORTICO_DATA_DIR: join(folder, 'second-of-two') }
  let finishPrinting = () => {}
  const paused = new Promise<void>(resolve => {
    finishPrinting = resolve
  })
  const shown: (string | undefined)[] = []
  const show: Announce = async ({ firstOwner }) => {
    if (!firstOwner) return true
    shown.push(firstOwner.apiToken)
    await paused
    return true
  }

  const both = [settings, other].map(one => startServer(readConfig(one), silentLog, show))
  // One is printing, the other asks for the lock it holds.
  const waiting = () => sql`select from pg_locks l join pg_database d on d.oid = l.database
    where d.datname = current_database() and l.locktype = 'advisory' and l.objid = 762004 and not l.granted`
  await waitUntil(async () => shown.length === 1 && (await waiting()).length === 1)
  finishPrinting()
  const servers = await Promise.all(both)
  onTestFinished(async () => {
    for (const server of servers) await server.stop()
  })

  expect(shown).toHaveLength(1)
  for (const { port } of servers) expect(await whoIs(`http://127.0.0.1:${port}`, shown[0])).toBe('owner@example.com')
  expect(await sql`select from crm.app_user`).toHaveLength(1)
})

test('503 with Retry-After while the server starts; the process is up, and not ready', async () => {
  const settings = await given()
  const sql = client(settings.DATABASE_URL)
  // Held, so that the start stands still in the middle.
  await sql`select pg_advisory_lock(762004)`
  const opening = startServer(readConfig(settings), silentLog)
  onTestFinished(async () => (await opening).stop())
  const origin = `http://127.0.0.1:${settings.PORT}`
  await waitUntil(async () => (await statusOf(`${origin}/healthz`)) === 200)

  const reply = await fetch(`${origin}/v1/deals`)
  const ready = await fetch(`${origin}/readyz`)

  expect(reply.status).toBe(503)
  expect(reply.headers.get('retry-after')).toBe('1')
  expect(await reply.json()).toMatchObject({ success: false, error: expect.stringContaining('starting') })
  expect(ready.status).toBe(503)
  expect(await ready.json()).toEqual({ status: 'not ready', reason: 'the server is starting' })
  await sql`select pg_advisory_unlock(762004)`
  await opening
  expect(await statusOf(`${origin}/readyz`)).toBe(200)
  expect(await statusOf(`${origin}/v1/deals`)).toBe(401)
})

async function given() {
  return {
    PORT: String(await freePort()),
    PORTICO_DATA_DIR: join(folder, `data-${await freePort()}`),
    DATABASE_URL: await databaseForThisTest(allMigrations),
  }
}

function client(url: string) {
  const sql = connect(url)
  onTestFinished(() => sql.end({ timeout: 1 }))
  return sql
}

async function open(settings: Record<string, string>, announce: Announce) {
  const server = await startServer(readConfig(settings), openLog('silent'), announce)
  await server.stop()
  return server.firstOwner
}

/** The writing end of a pipe that takes no further byte. */
function fullPipe(): number {
  const path = join(folder, `pipe-${Date.now()}`)
  execFileSync('mkfifo', [path])
  // Opened for both, so that neither end waits for the other.
  const reader = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
  onTestFinished(() => closeSync(reader))
  for (const size of [65_536, 4096, 1]) {
    try {
      for (let written = 0; written < 1_000; written++) writeSync(reader, Buffer.alloc(size))
    } catch {}
  }
  return openSync(path, constants.O_WRONLY)
}

/** A server whose standard output is this file. */
function spawnInto(stdout: number, settings: Record<string, string>) {
  const child = spawn(process.execPath, [PORTICO, 'serve'], {
    env: environment(settings),
    stdio: ['ignore', stdout, 'pipe'],
  })
  closeSync(stdout)
  let errors = ''
  child.stderr?.setEncoding('utf8').on('data', text => {
    errors += text
  })
  const ended = new Promise<number | null>(resolve => child.once('close', resolve))
  const endWith = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return ended
  }
  onTestFinished(() => void endWith('SIGKILL'))
  return { errors: () => errors, end: () => endWith('SIGTERM'), kill: () => endWith('SIGKILL') }
}

function tokenIn(output: string): string {
  return /^ {2}API token +([0-9a-f]{40})$/m.exec(output)?.[1] ?? ''
}

function passwordIn(output: string): string {
  return /^ {2}Password +(\w{16})$/m.exec(output)?.[1] ?? ''
}

async function whoIs(origin: string, token: string | undefined): Promise<string | undefined> {
  const reply = await fetch(`${origin}/v1/users/me`, { headers: { 'x-api-token': token ?? '' } })
  return (await jsonOf(reply)).data?.email
}

async function logIn(origin: string, password: string): Promise<number> {
  const reply = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ emailAddress: 'owner@example.com', password }),
  })
  return reply.status
}

async function statusOf(url: string): Promise<number> {
  return fetch(url).then(
    reply => reply.status,
    () => 0,
  )
}
