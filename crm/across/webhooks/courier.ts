import { randomUUID } from 'node:crypto'
import type { Presence } from '@portico/kit/database/presence'
import type { Outgoing } from '@portico/kit/http/outgoing'
import type { CrmServices } from '../../base/api/context.ts'
import type { CourierLimits, CourierParts, DeliveryOutcome } from './courierParts.ts'
import { openGoneHolders } from './goneHolders.ts'
import { COURIER_LOCK, lookAtAllNow, type WebhookKey, webhooksWithWork } from './leaseStore.ts'
import { openPace } from './pace.ts'
import { clearlyAhead } from './rules.ts'
import { workFor } from './session.ts'
import { openSlots, type SlotLimits } from './slots.ts'

/** Delivers for all webhooks of this server, beside other processes that do the same. */
export interface Courier {
  /** Looks for work at once, and ends when all that is due now was tried. */
  deliverDue(): Promise<void>
  /** Looks for work from now on, several times a second. */
  start(): void
  /** Ends what is under way; nothing is begun any more. */
  stop(): Promise<void>
}

export interface CourierOptions {
  services: CrmServices
  send: Outgoing
  settledSeq(): Promise<number>
  /** Told how each attempt has ended. */
  count?: ((outcome: DeliveryOutcome) => void) | undefined
  now?: () => Date
  limits?: Partial<CourierLimits & SlotLimits>
}

const LIMITS: CourierLimits & SlotLimits = {
  quick: 16,
  slow: 4,
  slowMs: 1000,
  pending: 2000,
  kept: 20_000,
  leaseMs: 20_000,
  goneMs: 4000,
  lookEveryMs: 200,
  total: 128,
  slowTotal: 64,
  perHost: 32,
}

/** Webhooks that are worked for at once. */
const MOST_SESSIONS = 200
/** How long after a change its events begin to leave, at most; and how often one looks while there is nothing. */
const TICK_MS = 150
const IDLE_MS = 300
/** The same while people are served. */
const BUSY_MS = 500

/** A line of the log that is not settled yet counts as work: whoever waits for all of it does not wait for ever. */
const MOST_ROUNDS = 5

export function openCourier({
  services,
  send,
  settledSeq,
  count = () => {},
  now = () => new Date(),
  limits = {},
}: CourierOptions): Courier {
  const all = { ...LIMITS, ...limits }
  let isStopping = false
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  const sessions = new Map<string, Promise<void>>()
  const holder = randomUUID()
  let presence: Promise<Presence> | undefined
  let unconfirmedMs = () => 0
  let lookedAt: Date | undefined
  const gone = openGoneHolders(services.database, { now, goneMs: all.goneMs })
  const parts: CourierParts = {
    services,
    send,
    settledSeq,
    count,
    now,
    limits: all,
    holder,
    // Others may take over soon after they see no sign of this process.
    isPresent: () => unconfirmedMs() < all.goneMs / 2,
    gone: gone.names,
    slots: openSlots(all),
    pace: openPace(() => services.calls.begun),
    isStopping: () => isStopping,
    sinceTrimmed: new Map(),
  }

  /** Begins to work for whatever there is work for; true when there was any. */
  async function begin(): Promise<boolean> {
    const room = MOST_SESSIONS - sessions.size
    if (room <= 0 || isStopping) return false
    await announce()
    await gone.look()
    const time = now()
    if (!lookedAt || lookedAt > clearlyAhead(time)) await services.database.statement(sql => lookAtAllNow(sql, time))
    lookedAt = time
    const found = await services.database.read(sql =>
      webhooksWithWork(sql, { now: time, gone: gone.names(), most: room }),
    )
    for (const key of found) open(key)
    return found.length > 0
  }

  /** Before the first lease: whoever finds one looks for a sign of its holder. */
  async function announce() {
    presence ??= services.database.present(COURIER_LOCK, holder)
    const announced = await presence.catch(error => {
      presence = undefined
      throw error
    })
    unconfirmedMs = announced.unconfirmedMs
  }

  function open(key: WebhookKey) {
    const name = `${key.companyId}/${key.id}`
    if (sessions.has(name) || isStopping) return
    const session = workFor(parts, key)
      .catch(error => services.log.error({ error: String(error), webhook: key.id }, 'webhook'))
      .finally(() => sessions.delete(name))
    sessions.set(name, session)
  }

  function tick(after: number) {
    if (isStopping) return
    timer = setTimeout(() => {
      looking = begin()
        .catch(error => {
          services.log.error({ error: String(error) }, 'webhooks')
          return false
        })
        .then(found => tick(parts.pace.isBusy() ? BUSY_MS : found || sessions.size > 0 ? TICK_MS : IDLE_MS))
    }, after)
    timer.unref()
  }

  return {
    start: () => tick(TICK_MS),
    async deliverDue() {
      for (let round = 0; round < MOST_ROUNDS && (await begin()); round++) await Promise.all(sessions.values())
      await Promise.all(sessions.values())
    },
    async stop() {
      isStopping = true
      clearTimeout(timer)
      await looking
      await Promise.all(sessions.values())
      await presence?.then(announced => announced.end()).catch(() => {})
    },
  }
}
