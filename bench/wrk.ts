import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Outcome, ReadyLoad } from './drive.ts'

const run = promisify(execFile)

/** Whether this machine has wrk: it prints its usage and fails when it is told nothing to do. */
export async function findWrk(): Promise<boolean> {
  const { code } = (await run('wrk', ['--version']).catch(error => error)) as { code?: number | string }
  return code !== 'ENOENT'
}

/** Calls in turn from one thread, and the outcome as JSON at the end; times are in microseconds there. */
const SCRIPT = `
local texts, turn = {}, 0
function init()
  for at, shot in ipairs(shots) do texts[at] = wrk.format(shot.method, shot.path, shot.headers, shot.body) end
end
function request()
  turn = turn % #texts + 1
  return texts[turn]
end
function done(summary, latency)
  local errors = summary.errors
  io.write(string.format('{"answered":%d,"took":%d,"median":%d,"refused":%d,"failed":%d}\\n', summary.requests, summary.duration,
    latency:percentile(50), errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
`

export async function runWrk({ origin, shots, connections, seconds }: ReadyLoad): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-wrk-'))
  try {
    const script = join(folder, 'calls.lua')
    await writeFile(script, `shots = {${shots.map(inLua).join(',\n')}}\n${SCRIPT}`)
    const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '30s', '-s', script]
    const { stdout } = await run('wrk', [...options, origin])
    const told = JSON.parse(stdout.slice(stdout.lastIndexOf('{"answered"')))
    const answers = told.answered - told.refused
    return {
      answers,
      rate: (answers * 1_000_000) / told.took,
      median: told.median / 1000,
      refused: told.refused,
      failed: told.failed,
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function inLua({ method, path, headers, body }: ReadyLoad['shots'][number]): string {
  const fields = Object.entries(headers).map(([name, value]) => `[${quoted(name)}]=${quoted(value)}`)
  const rest = body === undefined ? '' : `,body=${quoted(body)}`
  return `{method=${quoted(method)},path=${quoted(path)},headers={${fields.join(',')}}${rest}}`
}

function quoted(text: string): string {
  const bytes = Array.from(Buffer.from(text), byte => `\\${String(byte).padStart(3, '0')}`)
  return `"${bytes.join('')}"`
}
