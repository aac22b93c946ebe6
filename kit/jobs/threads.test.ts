import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, expect, test } from 'vitest'
import { openThreads, type ThreadOptions, type Threads } from './threads.ts'

const folder = await mkdtemp(join(tmpdir(), 'portico-threads-'))
const script = pathToFileURL(join(folder, 'work.mjs'))
await writeFile(
  script,
  `import { parentPort, threadId } from 'node:worker_threads'
  parentPort.on('message', async asked => {
    if (asked === 'spin') for (;;);
    if (asked === 'throw') throw new Error('thrown')
    if (asked === 'exit') process.exit(3)
    if (asked === 'fill') for (const kept = []; ; ) kept.push(new Array(100_000).fill(Math.random()))
    if (asked === 'fail') return parentPort.postMessage({ failed: 'no room', code: 'ENOSPC' })
    parentPort.postMessage({ done: threadId })
  })
  // A machine that is busy.
  await new Promise(passed => setTimeout(passed, 400))
  parentPort.postMessage('started')`,
)
afterAll(() => rm(folder, { recursive: true }))

let threads: Threads<string, number>
afterEach(() => threads.close())

function open(options: Partial<ThreadOptions> = {}): Threads<string, number> {
  threads = openThreads(script, { most: 1, seconds: 60, heapMegabytes: 32, ...options })
  return threads
}

test('one thread does one piece of work after the other', async () => {
  const { run } = open()

  const [first, second] = [await run('work'), await run('work')]

  expect(first).toBeGreaterThan(0)
  expect(second).toBe(first)
})

test('work that goes on for too long is ended, others of this process are served meanwhile, and the next is done', async () => {
  const { run } = open({ seconds: 2 })
  let ticks = 0
  const ticking = setInterval(() => ticks++, 10)

  await expect(run('spin')).rejects.toMatchObject({ code: 'timeout' })

  clearInterval(ticking)
  expect(ticks).toBeGreaterThan(10)
  expect(await run('work')).toBeGreaterThan(0)
})

test('the time that a thread takes to start is not counted as time of its work', async () => {
  const { run } = open({ seconds: 0.3 })

  expect(await run('work')).toBeGreaterThan(0)
})

test('work that takes all memory is ended, and the next is done', async () => {
  const { run } = open()

  await expect(run('fill')).rejects.toMatchObject({ code: 'too_large' })

  expect(await run('work')).toBeGreaterThan(0)
})

test.each([
  ['fails', 'fail', { message: 'no room', code: 'ENOSPC' }],
  ['throws', 'throw', { message: 'thrown' }],
  ['ends its thread', 'exit', { message: 'The thread ended before its work was done' }],
])('work that %s says so, and the next is done', async (_what, asked, error) => {
  const { run } = open()

  await expect(run(asked)).rejects.toMatchObject(error)

  expect(await run('work')).toBeGreaterThan(0)
})

test('503 for what comes after the end', async () => {
  const { run, close } = open()
  await run('work')

  await close()

  await expect(run('work')).rejects.toMatchObject({ code: 'unavailable' })
})
