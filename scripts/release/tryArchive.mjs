import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fail } from '../lib.mjs'

const PATIENCE_MS = 120_000

/** As somebody who downloaded it: unpacked into an empty folder, installed, started, called, stopped. */
export async function tryArchive(archive, name) {
  const folder = mkdtempSync(join(tmpdir(), 'portico-try-'))
  // The user the database runs as has to get in when root does this.
  execFileSync('chmod', ['755', folder])
  try {
    execFileSync('tar', ['xzf', archive, '-C', folder])
    const unpacked = join(folder, name)
    console.error('Installing what was unpacked …')
    execFileSync('npm', ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: unpacked,
      stdio: ['ignore', 2, 'inherit'],
    })
    await serveOnce(unpacked, join(folder, 'data'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function serveOnce(unpacked, data) {
  const port = await freePort()
  const token = 'ab'.repeat(20)
  const { PATH, HOME } = process.env
  const env = {
    PATH,
    HOME,
    PORT: String(port),
    PORTICO_DATA_DIR: data,
    PORTICO_API_TOKEN: token,
    PORTICO_LOG_LEVEL: 'error',
  }
  const server = spawn('npx', ['portico', 'serve'], {
    cwd: unpacked,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  })
  const ended = new Promise(resolve => server.once('exit', resolve))
  try {
    const answer = await whenReady(`http://127.0.0.1:${port}`, server)
    const me = await fetch(`${answer}/v1/users/me`, { headers: { 'x-api-token': token } })
    const app = await fetch(`${answer}/app`, { redirect: 'manual' })
    if (me.status !== 200 || app.status >= 400) fail(`the unpacked server answered ${me.status} and ${app.status}`)
  } finally {
    process.kill(-server.pid, 'SIGTERM')
    await ended
  }
}

async function whenReady(origin, server) {
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until && server.exitCode === null; await sleep(200)) {
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined)
    if (answer?.ok) return origin
  }
  return fail('the unpacked server did not become ready')
}

function freePort() {
  return new Promise(resolve => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}
