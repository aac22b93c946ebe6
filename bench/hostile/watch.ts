import { type ChildProcess, fork } from 'node:child_process'
import { packageFolder } from '@portico/kit/files/packageFolder'
import type { Seen } from './ordinaryClient.ts'
import type { World } from './world.ts'

export interface Watch {
  /** What the ordinary client has seen since the last time; waits until its calls on their way are answered. */
  look(): Promise<Seen>
  stop(): void
}

/** Starts the ordinary client. */
export function watch(world: World): Watch {
  const client = fork(packageFolder(import.meta.url, 'dist', 'hostile', 'ordinaryClient.js'), { execArgv: [] })
  client.send(world)
  return {
    look: () => looked(client),
    stop: () => void client.kill(),
  }
}

function looked(client: ChildProcess): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error('the ordinary client has ended'))
    client.once('exit', ended)
    client.once('message', seen => {
      client.off('exit', ended)
      resolve(seen as Seen)
    })
    client.send('look')
  })
}
