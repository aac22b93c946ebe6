import { setTimeout as sleep } from 'node:timers/promises'
import { isFailure } from '@portico/kit/api/failure'
import { type EventPieces, eventText, type SharedPiece } from '@portico/kit/http/eventStream'
import type { Crm } from '../../base/api/context.ts'
import type { Stretch } from '../../base/changes/logReader.ts'
import { selectNewLines } from '../../base/changes/logReaderStore.ts'
import type { OpenStream } from '../../base/changes/streams.ts'
import { cursorOf, sightOf } from './cursor.ts'
import { type FeedPosition, feedPage, MOST_READ } from './feed.ts'
import { settingsIn } from './settingsEvents.ts'
import { eventsOf, liveEvents, type View } from './view.ts'

export interface StreamTimes {
  heartbeatMs: number
  /** How often it is asked whether the caller may still read; what ends a credential is also told by notice. */
  recheckMs: number
  retryMs: number
}

export const STREAM_TIMES: StreamTimes = { heartbeatMs: 20_000, recheckMs: 10_000, retryMs: 3_000 }

/** Lines that wait for a reader; one that is further behind reads them from the log again. */
const MOST_PENDING = 1_000
const PAGE = 100
/** Attempts to read the log, a second apart, before a stream gives up; its client then comes again. */
const ATTEMPTS = 10

/**
 * The feed from a place on, as it grows. What was before is read page by page; then every stretch that the reader of
 * the log finds is told. A stretch that does not follow on what was told shows that something is missing, and the log
 * is read again from there.
 */
export function changeStream(
  crm: Crm,
  from: FeedPosition,
  view: View,
  times: StreamTimes = STREAM_TIMES,
): EventPieces & OpenStream {
  const { services } = crm
  let { actor } = crm
  let { place, isSightChanged } = from
  let isBehind = true
  let pending: Stretch[] = []
  /** The last number that the reader has told of. */
  let newest = 0
  /** What of the company's set-up has changed and is not told yet. */
  const changedSettings = new Set<string>()
  let isEnded = false
  let failures = 0
  let handedOver: number | undefined
  let lastSent = performance.now()
  // At once too: the caller was let in before this heard of changes.
  let recheckAt = lastSent
  let wakeUp: () => void = () => {}

  const leave = services.streams.open(actor, { end, waitingSince: () => handedOver })
  const ways = [
    services.logReader.follow(actor.companyId, hear),
    services.signIn.onChange(companyId => {
      if (companyId !== undefined && companyId !== actor.companyId) return
      recheckAt = Math.min(recheckAt, performance.now() + Math.random() * 200)
      wakeUp()
    }),
  ]

  function hear(stretch: Stretch) {
    newest = stretch.until
    for (const item of settingsIn(actor, stretch.lines)) changedSettings.add(item)
    if (stretch.lines.length > 0) pending.push(stretch)
    // The reader of the log begins behind what this stream has told: what lies between is in no stretch.
    else if (stretch.after > place.seq) isBehind = true
    if (pending.reduce((sum, { lines }) => sum + lines.length, 0) > MOST_PENDING) {
      pending = []
      isBehind = true
    }
    wakeUp()
  }

  function end() {
    isEnded = true
    for (const stop of ways) stop()
    leave()
    pending = []
    wakeUp()
  }

  /** With the rights of now, on a connection for this reading alone. */
  function reading<T>(work: (crm: Crm) => Promise<T>): Promise<T> {
    return services.database.read(sql => work({ ...crm, sql, actor }), `crm/${actor.companyId}`)
  }

  async function piece(): Promise<string | SharedPiece | undefined> {
    while (!isEnded) {
      const now = performance.now()
      if (now >= recheckAt) await recheck()
      if (isSightChanged) {
        isSightChanged = false
        return eventText({ id: cursorOf(place, actor), event: 'access_changed', data: '{}' })
      }
      if (changedSettings.size > 0) {
        const items = [...changedSettings]
        changedSettings.clear()
        return eventText({ event: 'settings_changed', data: JSON.stringify({ items }) })
      }
      const found = isBehind ? await olderEvents() : await newEvents()
      if (found?.events) return found.events
      if (found) continue
      if (now - lastSent >= times.heartbeatMs) return `id: ${cursorOf(place, actor)}\n: still here\n\n`
      await changeWithin(Math.min(lastSent + times.heartbeatMs, recheckAt) - now)
    }
    return undefined
  }

  /** Refuses a caller who may not read any more. */
  async function recheck(): Promise<void> {
    recheckAt = performance.now() + jitter(times.recheckMs)
    const before = sightOf(actor)
    actor = await crm.stillAllowed()
    isSightChanged ||= sightOf(actor) !== before
  }

  async function olderEvents(): Promise<Found> {
    const { seq } = place
    const { entries, next, isMore } = await reading(crm =>
      feedPage(crm, { items: view.items, after: place, limit: PAGE }),
    )
    if (actor.source === 'app' && next.seq > seq) await hearOlderSettings(seq, next.seq)
    const events = await reading(crm => eventsOf(crm, entries, view))
    // Only now: a reading that fails is done again from the old place.
    place = next
    pending = pending.filter(({ until }) => until > next.seq)
    isBehind = isMore || (newest > next.seq && pending.length === 0)
    return { events }
  }

  /** What the reader of the log has not told: it was before this stream, or more than could wait. */
  async function hearOlderSettings(after: number, until: number): Promise<void> {
    const place = new Map([[actor.companyId, after]])
    const lines = await selectNewLines(services.database, place, { until, ofEach: MOST_READ })
    for (const item of settingsIn(actor, lines)) changedSettings.add(item)
  }

  /** Undefined when there is nothing new. */
  async function newEvents(): Promise<Found | undefined> {
    const stretch = pending.shift()
    const last = stretch?.lines.at(-1)
    if (!stretch || !last || stretch.until <= place.seq) return pending.length > 0 ? NOTHING_TO_TELL : undefined
    if (stretch.after !== place.seq) {
      isBehind = true
      return NOTHING_TO_TELL
    }
    const events = await liveEvents({ ...crm, actor }, stretch, view, reading)
    place = { seq: last.seq, at: last.at }
    return { events }
  }

  function changeWithin(ms: number): Promise<void> {
    return new Promise(resolve => {
      const timer = setTimeout(resolve, Math.max(0, ms)).unref()
      wakeUp = () => {
        clearTimeout(timer)
        resolve()
      }
      if (pending.length > 0 || changedSettings.size > 0 || isBehind || isEnded) wakeUp()
    })
  }

  let isBegun = false
  async function next(): Promise<string | SharedPiece | undefined> {
    handedOver = undefined
    if (!isBegun) {
      isBegun = true
      return sent(`retry: ${times.retryMs}\nid: ${cursorOf(place, actor)}\n\n`)
    }
    for (;;) {
      try {
        const found = await piece()
        failures = 0
        return sent(found)
      } catch (error) {
        // A refusal says that the credential has ended. Anything else may be a lost connection to the database.
        if (isFailure(error) && REFUSED.has(error.code)) {
          end()
          return eventText({ event: 'end', data: JSON.stringify({ reason: error.message }) })
        }
        isBehind = true
        failures++
        if (failures === ATTEMPTS) end()
        else await sleep(1_000)
      }
    }
  }

  function sent(found: string | SharedPiece | undefined) {
    lastSent = performance.now()
    if (found !== undefined) handedOver = lastSent
    return found
  }

  return { next, end, waitingSince: () => handedOver }
}

/** What was read of the log; no events when none of it is for the caller. */
interface Found {
  events: SharedPiece | undefined
}

const NOTHING_TO_TELL: Found = { events: undefined }

const REFUSED: ReadonlySet<string> = new Set(['unauthenticated', 'forbidden', 'closed'])

/** Streams that were opened together do not all ask together. */
function jitter(ms: number): number {
  return ms * (0.75 + Math.random() / 2)
}
