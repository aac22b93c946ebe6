import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, connect as dial, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, onTestFinished, test } from 'vitest'
import { connect } from './connect.ts'
import { postgresTarget, socketUrl } from './embedded/postgresTarget.ts'

// A write into the lost socket would be an error that nobody catches, which fails the run.
test('a transaction whose connection is cut fails, and nothing is written to what is gone', async () => {
  const { url, cut } = await cuttable()
  const client = connect(url)

  const transaction = client.begin(async sql => {
    await sql`select 1`
    const slow = sql`select pg_sleep(5)`.then(rows => rows)
    setTimeout(cut, 50)
    await slow
  })

  await expect(transaction).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
  await sleep(100)
  await client.end({ timeout: 0 })
})

/** The test server behind a socket that can be cut. */
async function cuttable() {
  const folder = await mkdtemp(join(tmpdir(), 'portico-cut-'))
  const target = postgresTarget(inject('postgresUrl'))
  const open: Socket[] = []
  const proxy = createServer(near => {
    const far = target.host
      ? dial(join(target.host, '.s.PGSQL.5432'))
      : dial(Number(new URL(target.url).port), new URL(target.url).hostname)
    open.push(near, far)
    near
      .on('error', () => {})
      .pipe(far.on('error', () => {}))
      .pipe(near)
  })
  await new Promise<void>(resolve => proxy.listen(join(folder, '.s.PGSQL.5432'), resolve))
  onTestFinished(async () => {
    proxy.close()
    await rm(folder, { recursive: true })
  })
  const { username, password, pathname } = new URL(inject('postgresUrl').replace(/@[^/]*\//, '@x/'))
  return {
    url: socketUrl(folder, password ? `${username}:${password}` : username, pathname.slice(1)),
    cut: () => open.forEach(socket => void socket.destroy()),
  }
}
