import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { SECRETS } from './openTestMarket.ts'

const HERE = dirname(fileURLToPath(import.meta.url))

export interface ServerProgram {
  start(database: string): Promise<ServerProcess>
  remove(): Promise<void>
}

export interface ServerProcess {
  origin: string
  kill(): Promise<void>
}

/** Bundles the server once, so that a process of its own can run it. */
export async function buildServerProgram(): Promise<ServerProgram> {
  // Beside the installed packages, since the bundle still imports them.
  const folder = join(HERE, '../../node_modules/.cache', `market-${randomBytes(6).toString('hex')}`)
  await build({
    configFile: false,
    logLevel: 'error',
    root: HERE,
    ssr: { noExternal: [/^@portico\//, 'gate'], resolve: { conditions: ['portico-source'] } },
    resolve: { conditions: ['portico-source'] },
    build: { ssr: join(HERE, 'serverProcess.ts'), outDir: folder, emptyOutDir: true, target: 'node20' },
  })
  return {
    start: database => start(join(folder, 'serverProcess.js'), database),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

async function start(script: string, database: string): Promise<ServerProcess> {
  const child = spawn(process.execPath, [script], {
    env: { PATH: process.env.PATH ?? '', MARKET_DATABASE: database, MARKET_SECRET: SECRETS[0] ?? '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await firstLine(child)
  return {
    origin: `http://127.0.0.1:${port}`,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}

async function firstLine(child: ChildProcess): Promise<string> {
  const stdout = child.stdout
  if (!stdout) throw new Error('the server says nothing')
  const [said] = await Promise.race([once(stdout, 'data'), once(child, 'exit').then(() => [''])])
  if (!String(said).trim()) throw new Error('the server did not start')
  return String(said).trim()
}
