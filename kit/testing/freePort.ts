import { createServer } from 'node:net'

/**
 * Systems give out ports from 32768 (Linux) or 49152 on by themselves, to whoever listens on port 0 and to every outgoing
 * connection: such a port may be gone between being found and being listened on. These are taken by nobody by chance,
 * and workers of a run have different ones.
 */
const FIRST = 20_000
const OF_EACH_WORKER = 500
const WORKERS = 24

const first = FIRST + (process.pid % WORKERS) * OF_EACH_WORKER
let given = 0

/** A port of loopback that nobody uses. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < OF_EACH_WORKER; tries++) {
    const port = first + (given++ % OF_EACH_WORKER)
    if (await isFree(port)) return port
  }
  throw new Error(`none of the ports from ${first} on is free`)
}

function isFree(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
