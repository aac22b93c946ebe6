import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { made } from '@portico/crm/testing/builders'
import { startTestCrm } from '@portico/crm/testing/startTestCrm'
import { freePort } from '@portico/kit/testing/freePort'
import { expect, onTestFinished, test } from 'vitest'
import { databaseForTest } from '../testing/databaseForTest.ts'
import { jsonOf } from '../testing/json.ts'
import { startPortico } from '../testing/portico.ts'
import { scratchFolder } from '../testing/scratch.ts'
import { waitUntil } from '../testing/waitUntil.ts'

const from = await startTestCrm()
const folder = await scratchFolder()
const token = 'ab'.repeat(20)

test('a copy that was begun in the web app goes on after each kill -9, and nothing comes twice', async () => {
  for (let nth = 1; nth <= 12; nth++) {
    const person = await made(from.owner, '/v2/persons', { name: `Person ${nth}` })
    await made(from.owner, '/v2/deals', { title: `Deal ${nth}`, person_id: person.id })
  }
  const source = await startSource(from.origin)
  const { url, sql } = await databaseForTest()
  const settings = {
    PORT: String(await freePort()),
    PORTICO_DATA_DIR: join(folder, 'data'),
    DATABASE_URL: url,
    PORTICO_API_TOKEN: token,
    PORTICO_PRIVATE_TARGETS: 'allow',
    PORTICO_LOG_LEVEL: 'error',
  }
  let portico = await startPortico(settings)
  const call = async (path: string, body?: object) => {
    const headers = { 'x-api-token': token, 'content-type': 'application/json' }
    return jsonOf(
      await fetch(portico.origin + path, body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }),
    )
  }

  // Before anything came, between lists, and in the middle of what is asked for with each deal.
  const places = ['/v1/users/me', '/api/v2/persons', '/v1/deals/7/participants']
  for (const [nth, place] of places.entries()) {
    const reached = source.silentAt(place)
    if (nth === 0) await call('/app/api/moveIn', { url: source.origin, token: from.owner.token })
    else await sql`select graphile_worker.add_job('crm:move-in')`
    await reached
    expect(await portico.end('SIGKILL')).toBe('SIGKILL')
    portico = await startPortico(settings)
    expect((await call('/app/api/moveIn')).data.state).toMatch(/waiting|running/)
  }
  // The timetable does it each minute.
  await sql`select graphile_worker.add_job('crm:move-in')`
  await waitUntil(async () => (await call('/app/api/moveIn')).data.state === 'done')

  const { data } = await call('/app/api/moveIn')
  expect(data).toMatchObject({ run: 1, missing: 0, incomplete: 0, problem: null })
  expect(data.kinds.filter(({ listed, here }: { listed: number; here: number }) => listed !== here)).toEqual([])
  for (const list of ['/api/v2/persons', '/api/v2/deals']) {
    const [there, here] = [(await from.owner.call('GET', list)).body.data, (await call(list)).data]
    expect(named(here)).toEqual(named(there))
  }
  expect(await sql`select from crm.asked_move where token_sealed is not null`).toEqual([])
})

const named = (records: { id: number; title?: string; name?: string }[]) =>
  records.map(({ id, title, name }) => [id, title ?? name])

/** Stands before a server, and answers a path that it is told to be silent at with nothing, once. */
async function startSource(behind: string) {
  let [silent, tell] = ['', () => {}]
  const server = createServer(async (request, response) => {
    if (silent !== '' && request.url?.startsWith(silent)) {
      silent = ''
      tell()
      return
    }
    const answer = await fetch(behind + request.url, {
      headers: { 'x-api-token': String(request.headers['x-api-token']) },
    })
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
    response.end(Buffer.from(await answer.arrayBuffer()))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Resolves when it was asked. */
    silentAt(path: string): Promise<void> {
      silent = path
      return new Promise(resolve => {
        tell = resolve
      })
    },
  }
}
