import { randomUUID } from 'node:crypto'
import type { Outgoing } from '@portico/kit/http/outgoing'
import type { CrmServices } from '../../base/api/context.ts'
import { type WebhookKey, webhooksWithWork } from './leaseStore.ts'
import { openPace } from './pace.ts'
import { type CourierLimits, type CourierParts, workFor } from './session.ts'
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

/** A line of the log that is not settled yet counts as work: whoever waits for all of it does not wait for ever. */
const MOST_ROUNDS = 5

export function openCourier({
  services,
  send,
  settledSeq,
  now = () => new Date(),
  limits = {},
}: CourierOptions): Courier {
  const all = { ...LIMITS, ...limits }
  let isStopping = false
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  const sessions = new Map<string, Promise<void>>()
  const parts: CourierParts = {
    services,
    send,
    settledSeq,
    now,
    limits: all,
    holder: randomUUID(),
    slots: openSlots(all),
    pace: openPace(() => services.calls.begun),
    isStopping: () => isStopping,
    sinceTrimmed: new Map(),
  }

  /** Begins to work for whatever there is work for; true when there was any. */
  async function begin(): Promise<boolean> {
    const room = MOST_SESSIONS - sessions.size
    if (room <= 0 || isStopping) return false
    const found = await services.database.read(sql => webhooksWithWork(sql, now(), room))
    for (const key of found) open(key)
    return found.length > 0
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
        .then(found => tick(found || sessions.size > 0 ? TICK_MS : IDLE_MS))
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
    },
  }
}
