import { type Driven, driveInTurn, medianOf, type Shot } from '../drive.ts'
import { familySeconds, processorSeconds } from '../processorSeconds.ts'

/** One line of the table: a call of ours, and the same done with nothing around it. */
export interface Scenario {
  name: string
  /** What is done in each round; calls must not be made twice when they change something. */
  ours: (round: number) => Work | Promise<Work>
  floor?: (round: number) => readonly Shot[]
  /** Who answers, when it is not the server and its floor. */
  sides?: { server: Side; floor: Side }
  /** Least part of the floor, in answers and in processor time. */
  target?: number
}

/** Lines of the table that need the same things around them. */
export interface Scenarios {
  scenarios: readonly Scenario[]
  /** Ends what was started for them. */
  stop?: () => Promise<void>
}

/** Calls, as many as there is time for; or something else, until it is done. */
type Work = readonly Shot[] | (() => Promise<Driven>)

/** Where calls go, and the process that answers them. */
export interface Side {
  origin: string
  pid: number
}

export interface Bench {
  server: Side
  floor: Side
  /** The first process of PostgreSQL, which both work on. */
  postmaster: number
  rounds: number
  seconds: number
}

/** What one answer costs: processor time in milliseconds, of the process that gives it and of PostgreSQL. */
export interface Cost {
  rate: number
  median: number
  process: number
  database: number
}

export interface Line {
  name: string
  ours: Cost
  floor?: Cost
  /** Parts of the floor: 1 is as good as with nothing around. */
  ofFloor?: { rate: number; processor: number }
  target?: number
  met: boolean
}

/** Ours and the floor in alternation, so that both see the same machine; medians of the rounds. */
export async function compare(bench: Bench, scenario: Scenario): Promise<Line> {
  const { name, ours, floor, target, sides = bench } = scenario
  // Until the code that runs is compiled: the server has more of it.
  await spend(bench, sides.server, await ours(0), 2)
  if (floor) await spend(bench, sides.floor, floor(0), 1)
  const pairs: { ours: Cost; floor: Cost | undefined }[] = []
  for (let round = 1; round <= bench.rounds; round++)
    pairs.push({
      ours: await spend(bench, sides.server, await ours(round), bench.seconds),
      floor: floor && (await spend(bench, sides.floor, floor(round), bench.seconds)),
    })
  const line = { name, ours: middle(pairs.map(pair => pair.ours)) }
  const compared = pairs.flatMap(pair => (pair.floor ? [{ ours: pair.ours, floor: pair.floor }] : []))
  if (compared.length === 0) return { ...line, met: true }
  const ofFloor = {
    rate: medianOf(compared.map(pair => pair.ours.rate / pair.floor.rate)),
    processor: medianOf(compared.map(pair => total(pair.floor) / total(pair.ours))),
  }
  // Where the system does not tell processor times, answers alone count.
  const least = Number.isFinite(ofFloor.processor) ? Math.min(ofFloor.rate, ofFloor.processor) : ofFloor.rate
  return {
    ...line,
    floor: middle(compared.map(pair => pair.floor)),
    ofFloor,
    ...(target !== undefined && { target }),
    met: target === undefined || least >= target,
  }
}

async function spend(bench: Bench, side: Side, work: Work, seconds: number): Promise<Cost> {
  const [processBefore, databaseBefore] = await spent(bench, side)
  const driven = await (typeof work === 'function'
    ? work()
    : driveInTurn({ origin: side.origin, shots: work, seconds }))
  const [processAfter, databaseAfter] = await spent(bench, side)
  return {
    rate: driven.rate,
    median: driven.median,
    process: ((processAfter - processBefore) * 1000) / driven.answers,
    database: ((databaseAfter - databaseBefore) * 1000) / driven.answers,
  }
}

function spent({ postmaster }: Bench, { pid }: Side): Promise<[number, number]> {
  return Promise.all([processorSeconds(pid), familySeconds(postmaster)])
}

function total({ process, database }: Cost): number {
  return process + database
}

function middle(costs: readonly Cost[]): Cost {
  const of = (key: keyof Cost) => medianOf(costs.map(cost => cost[key]))
  return { rate: of('rate'), median: of('median'), process: of('process'), database: of('database') }
}
