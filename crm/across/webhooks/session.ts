import { bodyOf } from './body.ts'
import type { CourierParts } from './courierParts.ts'
import {
  countPending,
  type DueDelivery,
  dueDeliveries,
  storeAttempts,
  storeDeliveries,
  trimDeliveries,
  tryAllNow,
} from './deliveryStore.ts'
import type { Event } from './events.ts'
import { type Eyes, openEyes } from './eyes.ts'
import { nextEvents } from './fanOut.ts'
import { endLease, type LeasedWebhook, takeLease, type WebhookKey } from './leaseStore.ts'
import { type Ended, makeReady, type Ready, recordOf } from './makeReady.ts'
import { attemptOf, type Condition, conditionAfter, isDown } from './outcome.ts'
import { isHopeless, probeAfterMs } from './rules.ts'
import { sendOnce } from './send.ts'
import { HOPELESS, pauseAndTell, USER_IS_GONE } from './tellPaused.ts'

/*
 * Statements for a webhook share the database with the requests of people. What happens in a fifth of a second is read,
 * made and written down together, so that a company that writes a lot pays for a few statements and not for one each.
 */

/** Events whose bodies are made at once. */
const BATCH = 256
/** While people are served, also of those that are looked for in the log. */
const BUSY_BATCH = 64
/** How long attempts that have ended wait for others that are under way, to be written down together. */
const GATHER_MS = 100
/** While people are served. */
const BUSY_GATHER_MS = 300
/** For so long events make way for requests. */
const MOST_BEHIND_MS = 10_000
/** How many are done before old ones are removed. */
const TRIMMED_EVERY = 1000

/**
 * Works for one webhook until there is nothing left to do for it now: finds new events in the log, sends what is due and
 * writes down how that ended. One process at a time does so, by a lease that ends by itself should the process die.
 */
export async function workFor(parts: CourierParts, key: WebhookKey): Promise<void> {
  const { services, holder, now, limits, isStopping } = parts
  const { database } = services
  const leaseEnd = () => new Date(now().getTime() + limits.leaseMs)
  let leasedUntil = leaseEnd()
  const leased = await database.statement(sql =>
    takeLease(sql, key, { holder, now: now(), until: leasedUntil, gone: parts.gone() }),
  )
  if (!leased) return

  let webhook: LeasedWebhook = leased
  let condition: Condition = leased
  const beganDown = isDown(leased)
  let [isOver, isSlow, hasProbed] = [false, false, false]
  let pending = await database.read(sql => countPending(sql, key))
  let finished = 0
  let lookedAt = Number.NEGATIVE_INFINITY
  let behindSince: number | undefined
  let wakeUp = () => {}
  const ready: Ready[] = []
  const ended: Ended[] = []
  /** Records with a delivery that is ready, under way, or not written down yet: later ones about them wait. */
  const busy = new Set<string>()
  const underWay = new Set<Promise<void>>()
  const eyesOf = openEyes(services, key.companyId, leased.userId)

  while (!isOver && !isStopping()) {
    if (ended.length > 0 || leasedUntil.getTime() - now().getTime() < limits.leaseMs / 2) await writeDown()
    if (isOver || (isDown(condition) && (!beganDown || hasProbed))) break
    const mayBeMore = ready.length < limits.quick && (await refill())
    beginReady()
    if (underWay.size > 0) await progress()
    else if (!mayBeMore && ended.length === 0) break
    else if (ready.length === 0 && ended.length === 0) await within(untilNextLook(), () => {})
  }
  await Promise.all(underWay)
  if (ended.length > 0) await writeDown()
  await leave()

  /** Makes deliveries ready; false when there are none to be made ready now. */
  async function refill(): Promise<boolean> {
    const eyes = await eyesOf()
    if (!eyes) {
      isOver = true
      await pauseAndTell(parts, webhook, USER_IS_GONE)
      return false
    }
    const down = isDown(condition)
    const mayBeMore = !down && pending < limits.pending && (waitsWithLooking() || (await findNew(eyes)))
    const batch = makesWay() ? BUSY_BATCH : BATCH
    const wanted = { now: now(), most: down ? 1 : batch, anyTime: down }
    const due = isOver ? [] : await database.read(sql => dueDeliveries(sql, key, wanted))
    const free = due.filter(delivery => !busy.has(recordOf(delivery)))
    if (free.length === 0) return mayBeMore
    for (const delivery of free) busy.add(recordOf(delivery))
    const made = await makeReady(parts, webhook, eyes, free)
    ready.push(...made.ready)
    ended.push(...made.ended)
    return true
  }

  /** New events are safe in the log: while people are served, those that are known already are enough. */
  function waitsWithLooking(): boolean {
    return untilNextLook() > 0 || (pending > 0 && makesWay())
  }

  function untilNextLook(): number {
    return Math.max(0, lookedAt + limits.lookEveryMs - performance.now())
  }

  /** Looks for new events in the log; true when there may be more. */
  async function findNew(eyes: Eyes): Promise<boolean> {
    lookedAt = performance.now()
    const settled = await parts.settledSeq()
    const room = Math.min(limits.pending - pending, makesWay() ? BUSY_BATCH : Number.POSITIVE_INFINITY)
    const { deliveries, position } = await eyes.read(crm => nextEvents(crm, webhook, settled, room))
    if (position === webhook.position) return false
    const given = { position, deliveries, now: now() }
    isOver = !(await database.statement(sql => storeDeliveries(sql, webhook, holder, given)))
    webhook = { ...webhook, position }
    pending += deliveries.length
    if (position < settled) lookedAt = Number.NEGATIVE_INFINITY
    return deliveries.length > 0 || position < settled
  }

  function beginReady() {
    const most = isDown(condition) ? 1 : isSlow || condition.failures > 0 ? limits.slow : limits.quick
    while (!isOver && !isStopping() && underWay.size < most) {
      const one = ready.shift()
      if (!one) return
      const work = send(one.delivery, one.event)
        .catch(error => services.log.error({ error: String(error) }, 'webhook delivery'))
        .finally(() => {
          underWay.delete(work)
          if (!isDown(condition)) beginReady()
          wakeUp()
        })
      underWay.add(work)
    }
  }

  async function send(delivery: DueDelivery, event: Event): Promise<void> {
    behindSince ??= performance.now()
    await parts.pace.turn(isLate)
    const giveBack = await parts.slots.take(new URL(webhook.subscriptionUrl).host, isSlow || condition.failures > 0)
    try {
      // Whoever waited for too long leaves it to the next one who has the lease.
      if (isOver || isStopping() || leasedUntil <= now() || !parts.isPresent()) return
      hasProbed = true
      const time = now()
      const eventId = delivery.event_id
      const body = bodyOf(event, { ...envelopeOf(webhook), eventId, attempt: delivery.attempt + 1 })
      const sent = await sendOnce(parts.send, services.secrets, webhook, { eventId, body, now: time })
      parts.count(sent.ok ? 'delivered' : sent.http_status === null ? 'unanswered' : 'refused')
      isSlow = sent.duration_ms >= limits.slowMs
      condition = conditionAfter(condition, sent, {
        isFirst: delivery.attempt === 0,
        isProbe: beganDown,
        now: now(),
      })
      ended.push({ attempt: attemptOf(delivery, sent, time), record: recordOf(delivery) })
    } finally {
      giveBack()
    }
  }

  /** While people are served, unless events have waited for long. */
  function makesWay(): boolean {
    return parts.pace.isBusy() && !isLate()
  }

  function isLate(): boolean {
    return behindSince !== undefined && performance.now() - behindSince > MOST_BEHIND_MS
  }

  function envelopeOf({ ownerId, isApp, version }: LeasedWebhook) {
    const type = isApp ? ('application' as const) : ('general' as const)
    return { companyId: key.companyId, webhookId: key.id, ownerId, type, version, host: new URL(services.origin).host }
  }

  async function writeDown(): Promise<void> {
    const done = ended.splice(0)
    const wasDown = isDown(webhook)
    const until = leaseEnd()
    const last = done.findLast(({ attempt }) => attempt.status !== 'skipped')?.attempt
    const health = { ...condition, lastTime: last?.time ?? null, lastStatus: last?.http_status ?? null }
    const stored = await database.statement(sql =>
      storeAttempts(
        sql,
        key,
        { holder, until },
        done.map(({ attempt }) => attempt),
        health,
      ),
    )
    if (stored?.status !== 'active') isOver = true
    if (!stored) return
    webhook = { ...stored, position: webhook.position }
    leasedUntil = until
    for (const { attempt, record } of done) {
      busy.delete(record)
      if (attempt.status === 'pending') continue
      pending--
      finished++
    }
    if (pending === 0) behindSince = undefined
    if (wasDown && !isDown(stored)) await database.statement(sql => tryAllNow(sql, key, now()))
  }

  /** Until an attempt has ended (and others that end soon after it), or the lease has to be prolonged. */
  async function progress(): Promise<void> {
    await within(limits.leaseMs / 4, resolve => {
      wakeUp = resolve
    })
    if (ended.length >= BATCH || underWay.size === 0) return
    await within(makesWay() ? BUSY_GATHER_MS : GATHER_MS, resolve => {
      wakeUp = () => underWay.size === 0 && resolve()
    })
  }

  async function leave(): Promise<void> {
    if (isHopeless(condition.failingSince, now()) && (await pauseAndTell(parts, webhook, HOPELESS))) return
    const downUntil = isDown(condition) ? new Date(now().getTime() + probeAfterMs(condition.failures)) : undefined
    await database.statement(sql => endLease(sql, key, holder, downUntil))
    const done = (parts.sinceTrimmed.get(key.id) ?? 0) + finished
    parts.sinceTrimmed.set(key.id, done < TRIMMED_EVERY ? done : 0)
    if (done >= TRIMMED_EVERY) await database.statement(sql => trimDeliveries(sql, key, limits.kept))
  }
}

/** Waits for `begin` to be answered, or for so long. */
function within(ms: number, begin: (resolve: () => void) => void): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, ms)
    begin(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
