import { packageFolder } from '@portico/kit/files/packageFolder'
import { answering, ended, freePort, start } from '../benchServer.ts'
import type { Scenarios } from './compare.ts'

const VISITORS = 500

/** A page behind a gate and the same page without one, in a process of their own. */
export async function gateCalls(): Promise<Scenarios> {
  const port = await freePort()
  const guarded = start(packageFolder(import.meta.url, 'dist', 'gate', 'guardedRoutes.js'), [], { PORT: String(port) })
  const origin = `http://127.0.0.1:${port}`
  await answering(`${origin}/ready`, guarded)
  const cookies: string[] = []
  while (cookies.length < VISITORS) cookies.push(await (await fetch(`${origin}/visitor`)).text())
  const side = { origin, pid: guarded.pid ?? 0 }
  const visits = cookies.map(cookie => ({ path: '/guarded', headers: { cookie } }))
  return {
    scenarios: [
      {
        name: 'gate, a verified visitor',
        sides: { server: side, floor: side },
        ours: () => visits,
        floor: () => visits.map(visit => ({ ...visit, path: '/open' })),
      },
    ],
    stop: () => ended(guarded),
  }
}
