import { createServer, type Server } from 'node:net'

/**
 * Systems give out ports from 32768 (Linux) or 49152 on by themselves, to whoever listens on port 0 and to every outgoing
 * connection: such a port may be gone between being found and being listened on. These are taken by nobody by chance.
 */
const FIRST = 20_000
const OF_EACH_PROCESS = 100
const PROCESSES = 120

const first = claimPorts()
let given = 0

/** A port of loopback that nobody uses, and that no other process of the tests is given. */
export async function freePort(): Promise<number> {
  const claimed = await first
  for (let tries = 1; tries < OF_EACH_PROCESS; tries++) {
    const port = claimed + 1 + (given++ % (OF_EACH_PROCESS - 1))
    const probe = await listenOn(port)
    if (probe) {
      await new Promise(closed => probe.close(closed))
      return port
    }
  }
  throw new Error(`none of the ports from ${claimed} on is free`)
}

/** The first of a hundred ports, listened on until this process ends: that tells the others whose the hundred are. */
export async function claimPorts(): Promise<number> {
  for (let tries = 0; tries < PROCESSES; tries++) {
    const port = FIRST + ((process.pid + tries) % PROCESSES) * OF_EACH_PROCESS
    const claim = await listenOn(port)
    if (claim) {
      claim.unref()
      return port
    }
  }
  throw new Error(`every hundred ports from ${FIRST} on belong to a process`)
}

function listenOn(port: number): Promise<Server | undefined> {
  return new Promise(resolve => {
    const server = createServer(socket => socket.destroy())
    server.once('error', () => resolve(undefined))
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}
