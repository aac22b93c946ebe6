import { medianOf } from '../drive.ts'
import { type Call, FIRST_V1_PAGE, type Known, MEASURES, type Measure, type Target } from './measures.ts'

export interface Measured {
  name: string
  /** What was asked for, in words. */
  target: string
  met: boolean
  /** Median milliseconds, in the order of the sizes. */
  ms: number[]
  /** The largest against the smallest, the median of all rounds. */
  ratio: number
}

const WARM_UP = 6
/** Slow calls are measured a few times only. */
const LONG_MS = 400
const FEW_ROUNDS = 5

export async function measureAll(
  known: readonly Known[],
  { only, rounds }: { only: string; rounds: number },
): Promise<Measured[]> {
  const all: Measured[] = []
  for (const measure of MEASURES.filter(({ name }) => name.includes(only) || name === FIRST_V1_PAGE)) {
    const times = await inTurns(known, measure, rounds)
    const ms = times.map(medianOf)
    const [first = [], last = []] = [times[0], times.at(-1)]
    const ratio = medianOf(last.map((time, round) => time / (first[round] ?? Number.NaN)))
    const largest = ms.at(-1) ?? 0
    const page = all.find(({ name }) => name === FIRST_V1_PAGE)?.ms.at(-1) ?? Number.NaN
    all.push({
      name: measure.name,
      ms,
      ratio,
      target: inWords(measure.target),
      met: meets(measure.target, { largest, ratio, page }),
    })
    console.log(`${measure.name}: ${ms.map(time => time.toFixed(1)).join(', ')} ms`)
  }
  return all
}

/** Times of one call in each company, one company after the other in each round: what else the machine does hits all. */
async function inTurns(known: readonly Known[], { call }: Measure, rounds: number): Promise<number[][]> {
  for (const one of known) for (let nr = 0; nr < WARM_UP; nr++) if ((await timeOf(one, call(one))) > LONG_MS) break
  const times: number[][] = known.map(() => [])
  for (let round = 0; round < rounds; round++) {
    for (const [nr, one] of known.entries()) times[nr]?.push(await timeOf(one, call(one)))
    if (round + 1 >= FEW_ROUNDS && times.some(own => medianOf(own) > LONG_MS)) break
  }
  return times
}

async function timeOf({ company }: Known, { method = 'GET', path, body }: Call): Promise<number> {
  const begun = performance.now()
  const response = await fetch(company.origin + path, {
    method,
    headers: { 'x-api-token': company.token, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const time = performance.now() - begun
  // A fast refusal is no speed.
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status} ${text.slice(0, 300)}`)
  return time
}

function meets(target: Target, { largest, ratio, page }: { largest: number; ratio: number; page: number }): boolean {
  if ('ratio' in target) return ratio <= target.ratio
  if ('ms' in target) return largest <= target.ms
  return largest <= target.ofFirstPage * page
}

function inWords(target: Target): string {
  if ('ratio' in target) return `${target.ratio} times the smallest`
  if ('ms' in target) return `${target.ms} ms`
  return `${target.ofFirstPage} times the first page`
}
