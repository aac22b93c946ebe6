import { execFileSync } from 'node:child_process'
import { openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startMailSink } from '@portico/kit/mail/mailSink'
import { openTokens } from '@portico/market/auth/tokens'
import { type BenchServer, startBenchServer } from '../benchServer.ts'
import { seedShelf } from '../seedShelf.ts'
import { startBenchReceiver } from '../webhooks/benchReceiver.ts'
import { hookTo } from '../webhooks/calls.ts'
import { send } from './acknowledge.ts'
import { ACTORS, nothingYet, type Stage } from './actors.ts'
import {
  type Checked,
  checkDeals,
  checkEvents,
  checkFiles,
  checkMails,
  checkPersons,
  checkPurchases,
  untilQuiet,
} from './check.ts'
import { openPlace, type Place } from './place.ts'
import { type Trouble, troublesOf } from './troubles.ts'

export interface Torture {
  seconds: number
  troubles: { name: string; missing?: string | undefined; readyAfter: number[] }[]
  checked: Checked[]
  again: number
  reads: number
  findings: string[]
}

const SECRET = 'torture-torture-torture-torture-'
const MEMBERS = 8
/** Between two troubles. */
const CALM_MS = 5_000
/** After the last one everything has to be done by then. */
const PATIENCE_MS = 3 * 60_000

/** Lets everybody work for so many minutes while one trouble follows the other, and compares what is there afterwards. */
export async function torture(minutes: number): Promise<Torture> {
  const place = await openPlace()
  process.env.TMPDIR = place.folder
  const sink = await startMailSink()
  const receiver = await startBenchReceiver({ failing: 0.02, slowMs: 5 })
  const begun = Date.now()
  const settings = { ...SETTINGS, SMTP_URL: sink.url, ...place.clock?.settings }
  const logFile = join(place.folder, 'server.log')
  const server = await startBenchServer(settings, { errors: openSync(logFile, 'a') })
  const findings: string[] = []
  let checked: Checked[] = []
  try {
    const end = Date.now() + minutes * 60_000
    const stage = await openStage(server, { end, findings })
    await hookTo(server, receiver)
    const acting = ACTORS.map((act, number) => repeat(stage, () => act(stage, number)))
    const troubles = await makeTroubles(server, troublesOf(server, place), { end, findings, log: logFile })
    await Promise.all(acting)
    findings.push(...stage.tries.refused)
    const until = Date.now() + PATIENCE_MS
    findings.push(...(await untilQuiet(server, until)))
    const { known } = stage
    checked = [
      await checkDeals(server, known),
      await checkPersons(server, known),
      await checkFiles(server, known),
      await checkPurchases(server, known),
      await checkEvents(receiver, known, until),
      await checkMails(sink, known, until),
    ]
    findings.push(...checked.flatMap(findingsOf))
    return {
      seconds: (Date.now() - begun) / 1000,
      troubles,
      checked,
      again: stage.tries.again,
      reads: known.reads,
      findings,
    }
  } finally {
    await server.stop()
    await receiver.stop()
    await sink.stop()
    findings.push(...leftRunning(place))
    await place.remove()
  }
}

const SETTINGS = { PORTICO_PRIVATE_TARGETS: 'allow', PORTICO_LOG_LEVEL: 'error', PORTICO_SECRET: SECRET }

async function openStage(server: BenchServer, { end, findings }: { end: number; findings: string[] }): Promise<Stage> {
  await seedShelf(server.sql, 0, MEMBERS)
  const people = await server.sql<{ id: string }[]>`select id from market.account where email like 'bench%' order by id`
  const tokens = openTokens([SECRET])
  const members = people.map(({ id }) => tokens.sign({ accountId: id, permissionType: 0, epoch: 1 }, new Date()))
  return {
    origin: server.origin,
    token: server.token,
    members: await Promise.all(members),
    known: nothingYet(),
    findings,
    tries: { again: 0, refused: [] },
    isOn: () => Date.now() < end,
    deadline: () => end + PATIENCE_MS,
  }
}

async function repeat(stage: Stage, act: () => Promise<void>): Promise<void> {
  while (stage.isOn()) await act().catch(error => stage.findings.push(String(error)))
}

async function makeTroubles(
  server: BenchServer,
  troubles: readonly Trouble[],
  { end, findings, log }: { end: number; findings: string[]; log: string },
): Promise<Torture['troubles']> {
  const made = troubles.map(({ name, missing }) => ({ name, missing, readyAfter: [] as number[] }))
  for (let number = 0; Date.now() < end - CALM_MS; number++) {
    const trouble = troubles[number % troubles.length]
    if (!trouble || trouble.missing) continue
    await sleep(CALM_MS)
    const before = Date.now()
    await trouble.make().catch(error => findings.push(`${trouble.name} could not be made: ${error}`))
    if (!(await isReady(server))) findings.push(`not ready ${PATIENCE_MS / 1000} s after: ${trouble.name}`)
    made[number % troubles.length]?.readyAfter.push((Date.now() - before) / 1000)
    console.error(`${trouble.name}: ready after ${((Date.now() - before) / 1000).toFixed(1)} s`)
    if (isGone(server.pid)) {
      findings.push(`the server ended by itself after: ${trouble.name}; ${lastWords(log)}`)
      await server.killAndRestart()
    }
  }
  return made
}

async function isReady({ origin, pid }: BenchServer): Promise<boolean> {
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until && !isGone(pid); await sleep(100)) {
    const answer = await send(origin, { method: 'GET', path: '/readyz', headers: {} }).catch(() => undefined)
    if (answer?.status === 200) return true
  }
  return isGone(pid)
}

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return false
  } catch {
    return true
  }
}

/** What the server said of why it ends. */
function lastWords(log: string): string {
  const lines = readFileSync(log, 'utf8').trimEnd().split('\n')
  return (lines.findLast(line => /uncaught|"level":60/i.test(line)) ?? lines.at(-1) ?? '').slice(0, 1500)
}

function findingsOf({ what, lost, twice, mayRepeat, wrong }: Checked): string[] {
  return [
    ...(lost > 0 ? [`${lost} ${what} were acknowledged and are lost`] : []),
    ...(twice > 0 && !mayRepeat ? [`${twice} ${what} are there twice`] : []),
    ...wrong,
  ]
}

/** Whatever names the folder in its command line was started for this run: the database, and nothing else. */
function leftRunning({ folder }: Place): string[] {
  const lines = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,args=']).toString().split('\n')
  return lines.filter(line => line.includes(folder)).map(line => `left running: ${line.trim()}`)
}
