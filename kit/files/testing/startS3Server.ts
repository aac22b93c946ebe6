import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export interface S3Server {
  host: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  directory: string
  stop(): Promise<void>
}

/** A real S3-compatible server (s3rver) as its own process on a free port of 127.0.0.1, with one empty bucket. */
export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'portico-s3-'))
  const bucket = 'portico'
  const program = join(dirname(createRequire(import.meta.url).resolve('s3rver/package.json')), 'bin', 's3rver.js')
  // It pages its lists with a DES-encrypted token, which OpenSSL 3 keeps in its legacy provider.
  const flags = ['--openssl-legacy-provider', program, '--silent', '--address', '127.0.0.1', '--port', '0']
  const server = spawn(process.execPath, [...flags, '--directory', directory, '--configure-bucket', bucket], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await listeningPort(server)

  // The one account s3rver knows.
  const account = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  return { host: `127.0.0.1:${port}`, bucket, ...account, directory, stop }

  async function stop() {
    server.kill()
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
    await rm(directory, { recursive: true, force: true })
  }
}

function listeningPort(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    server.once('error', reject)
    server.once('exit', code => reject(new Error(`s3rver ended with code ${code}: ${said}`)))
    server.stdout?.on('data', chunk => {
      said += chunk
      const port = /listening on \S+:(\d+)/.exec(said)?.[1]
      if (port) resolve(port)
    })
  })
}
