import { createWriteStream } from 'node:fs'
import { access, rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRecord } from '@portico/kit/api/isRecord'
import { problem } from '../config/problem.ts'
import { progressBar } from './progress.ts'

export interface ExportOptions {
  /** Where the server answers. */
  url: string
  format?: string
  /** Kinds of records, separated by commas. */
  kinds?: string
  files?: boolean
  force?: boolean
}

/** How often it is asked how far the export is. */
const LOOK_EVERY_MS = 1_000

/**
 * Exports everything that the owner of a token may see into one ZIP archive: begins the export at a running server, waits
 * for it and downloads it. A download that breaks off goes on where it was.
 */
export async function exportCommand(file: string, options: ExportOptions, env: NodeJS.ProcessEnv): Promise<void> {
  const token = env.PORTICO_API_TOKEN
  if (!token) throw problem('PORTICO_API_TOKEN is not set: put an API token there (portico token create --user EMAIL)')
  if (!URL.canParse(options.url) || !/^https?:$/.test(new URL(options.url).protocol))
    throw problem(`--url: "${options.url.slice(0, 100)}" is not an address such as http://localhost:8080`)
  const path = resolve(file)
  await refuseTaken(path, options.force ?? false)
  const server = callsOf(new URL(options.url), token)
  const { format, kinds, files = false } = options
  const begun = await server.call('POST', '/api/v2/exports', {
    ...(format !== undefined && { format }),
    ...(kinds !== undefined && { kinds: kinds.split(',').map(kind => kind.trim()) }),
    include_files: files,
  })
  const { id, size } = await finished(server, Number(begun.id))
  await download(server, `/api/v2/exports/${id}/download`, { path, size })
  console.log(`${path}, ${(size / 1e6).toFixed(1)} MB`)
}

async function refuseTaken(path: string, replace: boolean): Promise<void> {
  await access(dirname(path)).catch(() => {
    throw problem(`There is no folder ${dirname(path)}`)
  })
  const found = await stat(path).catch(() => undefined)
  if (found && !found.isFile()) throw problem(`${path} is not a file`)
  if (found && !replace) throw problem(`${path} is there already: name another file, or --force replaces it`)
}

async function finished(server: Server, id: number): Promise<{ id: number; size: number }> {
  const bar = progressBar('export')
  let shown = -1
  try {
    for (;;) {
      const { state, progress, problem: reason, size } = await server.call('GET', `/api/v2/exports/${id}`)
      if (state === 'done') return { id, size: Number(size) }
      if (state === 'failed') throw problem(`The export has failed: ${reason}`)
      const { done, total } = sumOf(progress)
      if (shown < 0 && total > 0) bar.start(total)
      if (total > 0) bar.add(done - Math.max(0, shown))
      if (total > 0) shown = done
      await sleep(LOOK_EVERY_MS)
    }
  } finally {
    bar.stop()
  }
}

function sumOf(progress: unknown): { done: number; total: number } {
  const kinds = Array.isArray(progress) ? progress.filter(isRecord) : []
  const sum = (name: string) => kinds.reduce((all, kind) => all + Number(kind[name] ?? 0), 0)
  return { done: sum('done'), total: sum('total') }
}

const ATTEMPTS = 5

/** Into a file beside it first: what is there under the name is whole. */
async function download(server: Server, address: string, { path, size }: { path: string; size: number }) {
  const part = `${path}.part`
  await rm(part, { force: true })
  for (let attempt = 1; ; attempt++) {
    const there = (await stat(part).catch(() => undefined))?.size ?? 0
    if (there >= size) break
    try {
      const body = await server.bytes(address, there)
      await pipeline(Readable.fromWeb(body), createWriteStream(part, { flags: 'a', mode: 0o600 }))
    } catch (error) {
      if (attempt === ATTEMPTS) throw problem(`The export could not be downloaded: ${reasonOf(error)}`)
      await sleep(LOOK_EVERY_MS)
    }
  }
  await rename(part, path)
}

interface Server {
  call(method: 'GET' | 'POST', path: string, body?: object): Promise<Record<string, unknown>>
  /** A download from a byte on. */
  bytes(path: string, from: number): Promise<NodeStream<Uint8Array>>
}

function callsOf(server: URL, token: string): Server {
  const ask = (path: string, init: RequestInit) =>
    // Followed, a redirect would take the token along.
    fetch(new URL(path, server), { redirect: 'error', ...init }).catch(error => {
      throw problem(`No answer from ${server.origin}: ${reasonOf(error)}`)
    })
  return {
    async call(method, path, body) {
      const headers = { 'x-api-token': token, ...(body && { 'content-type': 'application/json' }) }
      const response = await ask(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      const answer: unknown = await response.json().catch(() => undefined)
      if (response.ok && isRecord(answer) && isRecord(answer.data)) return answer.data
      const said = isRecord(answer) ? String(answer.error ?? 'no answer of the CRM') : 'no answer of the CRM'
      throw problem(`${server.origin} answered ${response.status}: ${said}`)
    },
    async bytes(path, from) {
      const headers = { 'x-api-token': token, ...(from > 0 && { range: `bytes=${from}-` }) }
      const response = await ask(path, { headers })
      if (response.status !== (from > 0 ? 206 : 200) || !response.body) throw problem(`answered ${response.status}`)
      // The platform's type of a stream and that of node:stream/web differ in name only.
      return response.body as unknown as NodeStream<Uint8Array>
    },
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error ? ('code' in cause ? String(cause.code) : cause.message) : String(cause)
}
