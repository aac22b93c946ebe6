import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, connect as dial, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { postgresTarget, socketUrl } from '../embedded/postgresTarget.ts'

export interface Proxy {
  url: string
  /** Breaks the connections that are open. */
  cut(): void
  /** The connections that are open stay so, and not a byte comes through any more; new ones work. */
  silence(): void
}

/** A PostgreSQL behind a socket that can be cut or go silent, for one test. */
export async function throughProxy(server: string): Promise<Proxy> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-proxy-'))
  const target = postgresTarget(server)
  const open = new Set<Socket>()
  const proxy = createServer(near => {
    const far = target.host
      ? dial(join(target.host, '.s.PGSQL.5432'))
      : dial(Number(new URL(target.url).port), new URL(target.url).hostname)
    for (const socket of [near, far]) open.add(socket.on('error', () => {}).on('close', () => open.delete(socket)))
    near.pipe(far).pipe(near)
  })
  await new Promise<void>(resolve => proxy.listen(join(folder, '.s.PGSQL.5432'), resolve))
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  onTestFinished(async () => {
    cut()
    proxy.close()
    await rm(folder, { recursive: true })
  })
  const { username, password, pathname } = new URL(server.replace(/@[^/]*\//, '@x/'))
  return {
    url: socketUrl(folder, password ? `${username}:${password}` : username, pathname.slice(1)),
    cut,
    silence() {
      for (const socket of open) socket.unpipe().pause()
    },
  }
}
