import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@portico/kit/testing/freePort'
import { expect, onTestFinished, test } from 'vitest'
import { databaseForTest } from '../testing/databaseForTest.ts'
import { jsonOf } from '../testing/json.ts'
import { PORTICO, startPortico } from '../testing/portico.ts'
import { scratchFolder } from '../testing/scratch.ts'
import { waitUntil } from '../testing/waitUntil.ts'

const folder = await scratchFolder()
const token = 'ab'.repeat(20)

test('two workers share a port; one is killed, no acknowledged write is lost and another takes its place', async () => {
  const settings = {
    PORT: String(await freePort()),
    PORTICO_DATA_DIR: join(folder, 'data'),
    DATABASE_URL: (await databaseForTest()).url,
    PORTICO_WORKERS: '2',
    PORTICO_RATE_LIMIT: 'off',
    PORTICO_API_TOKEN: token,
    PORTICO_LOG_LEVEL: 'error',
  }
  const portico = await startPortico(settings, onTestFinished, await asNpmStart())
  const workersSeen = async () => {
    const text = await (await fetch(`${portico.origin}/metrics`)).text()
    return [...text.matchAll(/^process_start_time_seconds\{worker="(\d)"\} (\S+)$/gm)].map(([, number]) => number)
  }
  await waitUntil(async () => (await workersSeen()).length === 2)
  const [one = 0, other = 0] = await childrenOf(portico.pid)
  const acknowledged: number[] = []
  const statuses = new Set<number>()
  let writing = true
  /** On a new connection each time: the workers take turns. A connection to the one that is killed breaks off. */
  const write = async () => {
    while (writing) {
      const answer = await call(portico.origin, 'POST', '/api/v2/deals', { title: 'kept' }).catch(() => undefined)
      if (!answer) continue
      statuses.add(answer.status)
      if (answer.status === 200) acknowledged.push((await jsonOf(answer)).data.id)
    }
  }
  const writers = Array.from({ length: 4 }, write)
  await waitUntil(() => acknowledged.length > 20)
  process.kill(one, 'SIGKILL')
  const before = acknowledged.length
  await waitUntil(async () => acknowledged.length > before + 20 && (await workersSeen()).length === 2)
  writing = false
  await Promise.all(writers)

  expect(statuses).toEqual(new Set([200]))
  expect(await childrenOf(portico.pid)).toEqual([other, expect.any(Number)])
  const kept = new Set<number>()
  for (let start = 0; start < acknowledged.length; start += 100) {
    const ids = acknowledged.slice(start, start + 100)
    const { data } = await jsonOf(await call(portico.origin, 'GET', `/api/v2/deals?limit=100&ids=${ids}`))
    for (const { id } of data) kept.add(id)
  }
  expect(acknowledged.filter(id => !kept.has(id))).toEqual([])
  expect(await portico.end('SIGTERM')).toBe(0)
  expect(await childrenOf(portico.pid)).toEqual([])
})

function call(origin: string, method: string, path: string, body?: object): Promise<Response> {
  const headers = { 'x-api-token': token, connection: 'close', 'content-type': 'application/json' }
  return fetch(origin + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
}

/** Those of a process, the oldest first. */
async function childrenOf(pid: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'ppid=,pid='])
  const pairs = stdout
    .trim()
    .split('\n')
    .map(line => line.trim().split(/\s+/).map(Number))
  return pairs.flatMap(([parent, child = 0]) => (parent === pid ? [child] : [])).sort((a, b) => a - b)
}

/** A program within which the server runs, as scripts/start.mjs is. */
async function asNpmStart(): Promise<string> {
  const program = join(folder, 'start.mjs')
  await writeFile(program, `process.argv = [process.argv[0], 'portico', 'serve']\nawait import('${PORTICO}')\n`)
  return program
}
