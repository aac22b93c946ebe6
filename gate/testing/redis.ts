import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const BINARY = ['/usr/bin/redis-server', '/usr/local/bin/redis-server', '/opt/homebrew/bin/redis-server'].find(
  existsSync,
)

export const hasRedis = BINARY !== undefined

/** A Redis of its own on a unix socket in a temporary directory; nothing listens on a port. */
export async function startRedis(): Promise<{ socket: string; stop(): Promise<void> }> {
  if (BINARY === undefined) throw new Error('no redis-server')
  const folder = mkdtempSync(join(tmpdir(), 'gate-redis-'))
  const socket = join(folder, 'redis.sock')
  const options = ['--port', '0', '--unixsocket', socket, '--save', '', '--appendonly', 'no', '--dir', folder]
  const server = spawn(BINARY, options, { stdio: 'pipe' })
  const ended = new Promise<void>(resolve => server.once('exit', () => resolve()))
  let log = ''
  await new Promise<void>((resolve, reject) => {
    server.stdout.on('data', chunk => {
      log += chunk
      if (/ready to accept connections/i.test(log)) resolve()
    })
    server.once('exit', () => reject(new Error(`Redis did not start: ${log}`)))
  })
  return {
    socket,
    async stop() {
      server.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
