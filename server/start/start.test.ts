import { execFile } from 'node:child_process'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { connect, connect as connectSocket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '@portico/kit/testing/freePort'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jsonOf } from '../testing/json.ts'
import { databasePid, type RunningPortico, runPortico, startPortico } from '../testing/portico.ts'
import { scratchFolder } from '../testing/scratch.ts'
import { waitUntil } from '../testing/waitUntil.ts'

/* One data directory goes through a life: first start, second start, kills. The tests run in this order. */

const folder = await scratchFolder()
const dataDirectory = join(folder, 'data')
const settings = { PORT: String(await freePort()), PORTICO_DATA_DIR: dataDirectory, PORTICO_RATE_LIMIT: 'off' }
const shown = { password: '', token: '' }

test('the first start prints address, e-mail, password, token, data and a curl that works', async () => {
  const portico = await startPortico(settings)
  const output = portico.output()
  shown.password = shownAs(output, 'Password')
  shown.token = shownAs(output, 'API token')

  expect(shownAs(output, 'Address')).toBe(`http://localhost:${settings.PORT}`)
  expect(shownAs(output, 'Data')).toBe(dataDirectory)
  expect(shownAs(output, 'E-mail')).toBe('owner@example.com')
  expect(shown.password).toMatch(/^\w{16}$/)
  expect(shown.token).toMatch(/^[0-9a-f]{40}$/)
  const [curl = ''] = /^ {2}curl .*$/m.exec(output) ?? []
  const { stdout } = await promisify(execFile)('sh', ['-c', `${curl.trim()} --silent --ipv4`])
  expect(JSON.parse(stdout)).toMatchObject({ success: true, data: { email: 'owner@example.com', is_you: true } })

  const login = await fetch(`${portico.origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ emailAddress: 'owner@example.com', password: shown.password }),
  })
  expect(login.status).toBe(200)

  expect((await stat(join(dataDirectory, 'secret'))).mode & 0o777).toBe(0o600)
  expect(await portico.end('SIGINT')).toBe(0)
  expect(await databasePid(dataDirectory)).toBeUndefined()
})

describe('the second start', () => {
  let secret: string
  let portico: RunningPortico
  let stop = async () => {}
  beforeAll(async () => {
    secret = await readFile(join(dataDirectory, 'secret'), 'utf8')
    portico = await startPortico(settings, stopIt => {
      stop = stopIt
    })
  })
  afterAll(() => stop())

  test('it keeps everything and prints no secrets', async () => {
    const me = await get(portico, '/v1/users/me')
    expect(me.data.email).toBe('owner@example.com')
    const printed = portico.output() + portico.errors()
    for (const kept of [shown.password, shown.token, secret.trim()]) expect(printed).not.toContain(kept)
    expect(printed).not.toMatch(/password|token/i)
    expect(await readFile(join(dataDirectory, 'secret'), 'utf8')).toBe(secret)
    // What cannot even be read is refused in the words of the API it was meant for.
    expect(await raw(portico, 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\n\r\n')).toMatch(
      /^HTTP\/1.1 400 .*"data":\{"error":.*"method":"\/api\/auth\/login"/s,
    )
  })

  test('another server at once has its own port and data', async () => {
    const other = { PORT: String(await freePort()), PORTICO_DATA_DIR: join(folder, 'other') }
    const two = await startPortico(other)
    const token = shownAs(two.output(), 'API token')

    expect((await get(portico, '/v1/users/me')).success).toBe(true)
    expect((await get(two, '/v1/users/me')).success).toBe(false)
    expect((await get(two, '/v1/users/me', token)).success).toBe(true)

    expect(await two.end('SIGTERM')).toBe(0)
    expect((await get(portico, '/v1/users/me')).success).toBe(true)
  })

  test('commands work beside a running server, and `token create` prints the token alone', async () => {
    const added = await runPortico(['user', 'add', '--email', 'ann@example.com', '--name', 'Ann', '--admin'], settings)
    const made = await runPortico(['token', 'create', '--user', 'ann@example.com'], settings)
    const token = made.stdout.trim()

    expect(added).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\w{16}\n$/) })
    expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^[0-9a-f]{40}\n$/) })
    expect((await get(portico, '/v1/users/me', token)).data).toMatchObject({ name: 'Ann', email: 'ann@example.com' })
  })

  test('a request in flight is finished before the server stops', async () => {
    const body = JSON.stringify({ title: 'Arrived in two halves' })
    const socket = connectSocket(Number(settings.PORT), '127.0.0.1')
    let answer = ''
    socket.setEncoding('utf8').on('data', text => {
      answer += text
    })
    socket.write(
      `POST /v1/deals HTTP/1.1\r\nhost: localhost\r\nx-api-token: ${shown.token}\r\ncontent-type: application/json\r\n` +
        `content-length: ${body.length}\r\nexpect: 100-continue\r\n\r\n${body.slice(0, 10)}`,
    )
    await waitUntil(() => answer.includes('100 Continue'))

    const ended = portico.end('SIGTERM')
    await waitUntil(() => portico.output().includes('Stopping'))
    socket.write(body.slice(10))

    expect(await ended).toBe(0)
    expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 20[01]/)
    expect(answer).toContain('Arrived in two halves')
    expect(await databasePid(dataDirectory)).toBeUndefined()
  })
})

test('kill -9 of the server, of the database and of both under writes: every acknowledged write is there', async () => {
  const written: number[] = []
  const first = await startPortico(settings)
  await whileWriting(first, written, async () => {
    await first.end('SIGKILL')
  })

  // The database the first one left behind is taken over; then it dies itself, and comes back by itself.
  const second = await startPortico(settings)
  await whileWriting(second, written, async () => {
    const killed = await databasePid(dataDirectory)
    killDatabase(killed)
    await waitUntil(async () => ![killed, undefined].includes(await databasePid(dataDirectory)))
    await waitUntil(async () => (await fetch(`${second.origin}/readyz`)).status === 200)
    await moreWritten(written)
  })
  await whileWriting(second, written, async () => {
    killDatabase(await databasePid(dataDirectory))
    await second.end('SIGKILL')
  })

  const third = await startPortico(settings)
  expect(written.length).toBeGreaterThan(20)
  const found = new Set<number>()
  for (let at = 0; at < written.length; at += 100) {
    const some = written.slice(at, at + 100)
    const { data } = await get(third, `/api/v2/deals?limit=100&ids=${some.join(',')}`)
    for (const { id } of data) found.add(id)
  }
  expect(written.filter(id => !found.has(id))).toEqual([])
  expect(await third.end('SIGINT')).toBe(0)
  expect(await databasePid(dataDirectory)).toBeUndefined()
})

test('a data directory of another PostgreSQL major is refused in one line and stays as it is', async () => {
  const version = join(dataDirectory, 'postgres', 'cluster', 'PG_VERSION')
  await writeFile(version, '14\n')

  const { code, stdout, stderr } = await runPortico(['serve'], settings)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^portico: [^\n]*14[^\n]*\n$/)
  expect(await readFile(version, 'utf8')).toBe('14\n')
})

function shownAs(output: string, name: string): string {
  return new RegExp(`^ {2}${name} +(.*)$`, 'm').exec(output)?.[1] ?? ''
}

async function get({ origin }: RunningPortico, path: string, token = shown.token) {
  return jsonOf(await fetch(origin + path, { headers: { 'x-api-token': token } }))
}

/** Four writers at once, as fast as they can, until the work is done; `written` gets what was acknowledged. */
async function whileWriting({ origin }: RunningPortico, written: number[], work: () => Promise<void>): Promise<void> {
  let done = false
  const writer = async () => {
    while (!done) {
      const reply = await fetch(`${origin}/api/v2/deals`, {
        method: 'POST',
        headers: { 'x-api-token': shown.token, 'content-type': 'application/json' },
        body: '{"title":"Written under fire"}',
      }).then(jsonOf, () => undefined)
      if (reply?.success) written.push(reply.data.id)
      else await sleep(20)
    }
  }
  const writers = [writer(), writer(), writer(), writer()]
  await moreWritten(written)
  await work()
  done = true
  await Promise.all(writers)
}

/** Until the writers have had some further acknowledgements. */
async function moreWritten(written: readonly number[]): Promise<void> {
  const enough = written.length + 20
  await waitUntil(() => written.length >= enough)
}

function killDatabase(pid: number | undefined): void {
  if (pid === undefined) throw new Error('no database runs')
  process.kill(pid, 'SIGKILL')
}

function raw({ origin }: RunningPortico, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1', () => socket.write(request))
    let text = ''
    socket.on('data', data => {
      text += data
    })
    socket.on('close', () => resolve(text)).on('error', reject)
    socket.setTimeout(10_000, () => socket.destroy(new Error('no answer')))
  })
}
