import type { Database } from '@portico/kit/database/database'
import type { Log } from '@portico/kit/log/log'
import { type LogLine, selectLastSeqs, selectNewLines } from './logReaderStore.ts'
import type { SettledLog } from './settledSeq.ts'

/** A stretch of the settled log of one company: all its lines with numbers above `after`, up to `until`. */
export interface Stretch {
  after: number
  until: number
  lines: readonly LogLine[]
}

/** Follows the change log for all who want to know of changes as they happen: one reader for the process. */
export interface LogReader {
  /**
   * Gives stretches of a company's log, each beginning where the one before has ended. The first may be empty: it says
   * from where on the others go. Ends with the function that is given back.
   */
  follow(companyId: number, hear: (stretch: Stretch) => void): () => void
  /** Says that something was committed in this process, so that it is seen at once. */
  wake(companyId: number): void
  /** Of all who follow. */
  stop(): void
}

interface Followed {
  /** The last number that was given; undefined until the first look. */
  place: number | undefined
  hearers: Set<(stretch: Stretch) => void>
}

export interface LogReaderOptions {
  /** What other processes write is seen after so long at most. */
  lookEveryMs?: number
  /** Two looks are so far apart at least, however much is written, and a millisecond more for each who listens. */
  leastMs?: number
  log?: Pick<Log, 'warn'>
}

const LINES_OF_COMPANY = 500
const MOST_PAUSE_MS = 1_000
/** Most writes end within it. */
const WAIT_FOR_OTHERS_MS = 30
const AFTER_FAILURE_MS = 1_000

export function openLogReader(
  database: Database,
  settledLog: SettledLog,
  { lookEveryMs = 250, leastMs = 25, log }: LogReaderOptions = {},
): LogReader {
  const companies = new Map<number, Followed>()
  let timer: NodeJS.Timeout | undefined
  let due = Number.POSITIVE_INFINITY
  let isLooking = false
  let lastLook = Number.NEGATIVE_INFINITY
  let isFailing = false

  /** Looks after so long at the latest, and not at all when nobody follows. */
  function lookWithin(ms: number) {
    if (companies.size === 0 || isLooking) return
    const now = performance.now()
    const at = Math.max(now + ms, lastLook + pause())
    if (at >= due) return
    clearTimeout(timer)
    due = at
    timer = setTimeout(look, at - now).unref()
  }

  /** The more listen, the more each look costs: with hundreds of them lines are gathered for longer. */
  function pause(): number {
    let hearers = 0
    for (const followed of companies.values()) hearers += followed.hearers.size
    return Math.min(leastMs + hearers, MOST_PAUSE_MS)
  }

  async function look() {
    due = Number.POSITIVE_INFINITY
    isLooking = true
    let within = lookEveryMs
    try {
      within = (await readOn()) ? 0 : lookEveryMs
      isFailing = false
    } catch (error) {
      // Whoever follows goes on from the same place when the database is back.
      if (!isFailing) log?.warn({ error: String(error) }, 'the change log could not be read: trying again every second')
      isFailing = true
      within = AFTER_FAILURE_MS
    }
    isLooking = false
    lastLook = performance.now()
    lookWithin(wokenMeanwhile ? 0 : within)
    wokenMeanwhile = false
  }
  let wokenMeanwhile = false

  /** Whether there is more to be read at once. */
  async function readOn(): Promise<boolean> {
    const until = await settledLog.settledSeq({ waitMs: WAIT_FOR_OTHERS_MS })
    await findPlaces(until)
    const after = new Map<number, number>()
    for (const [companyId, { place }] of companies) if (place !== undefined) after.set(companyId, place)
    const lines = await selectNewLines(database, after, { until, ofEach: LINES_OF_COMPANY })
    let isMore = false
    for (const [companyId, ofCompany] of byCompany(lines)) {
      const place = after.get(companyId) ?? 0
      give(companyId, { after: place, until: ofCompany.at(-1)?.seq ?? place, lines: ofCompany })
      if (ofCompany.length === LINES_OF_COMPANY) isMore = true
    }
    return isMore
  }

  /** Where companies stand that nobody followed until now. */
  async function findPlaces(until: number) {
    const unknown = [...companies].filter(([, { place }]) => place === undefined).map(([companyId]) => companyId)
    if (unknown.length === 0) return
    for (const [companyId, seq] of await selectLastSeqs(database, unknown, until))
      give(companyId, { after: seq, until: seq, lines: [] })
  }

  function give(companyId: number, stretch: Stretch) {
    const followed = companies.get(companyId)
    if (!followed) return
    followed.place = stretch.until
    for (const hear of [...followed.hearers]) hear(stretch)
  }

  return {
    follow(companyId, hear) {
      const followed = companies.get(companyId) ?? { place: undefined, hearers: new Set() }
      companies.set(companyId, followed)
      followed.hearers.add(hear)
      const { place } = followed
      if (place !== undefined)
        queueMicrotask(() => followed.hearers.has(hear) && hear({ after: place, until: place, lines: [] }))
      wokenMeanwhile = isLooking
      lookWithin(0)
      return () => {
        followed.hearers.delete(hear)
        if (followed.hearers.size === 0 && companies.get(companyId) === followed) companies.delete(companyId)
        if (companies.size === 0) clearTimeout(timer)
        if (companies.size === 0) due = Number.POSITIVE_INFINITY
      }
    },
    wake(companyId) {
      if (!companies.has(companyId)) return
      if (isLooking) wokenMeanwhile = true
      else lookWithin(0)
    },
    stop() {
      companies.clear()
      clearTimeout(timer)
    },
  }
}

function byCompany(lines: readonly LogLine[]): ReadonlyMap<number, LogLine[]> {
  const companies = new Map<number, LogLine[]>()
  for (const line of lines) {
    const ofCompany = companies.get(line.companyId)
    if (ofCompany) ofCompany.push(line)
    else companies.set(line.companyId, [line])
  }
  return companies
}
