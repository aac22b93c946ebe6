import type { CourierParts } from './courierParts.ts'
import type { Attempt, DueDelivery } from './deliveryStore.ts'
import { type Event, eventsOf } from './events.ts'
import type { Eyes } from './eyes.ts'
import type { LeasedWebhook } from './leaseStore.ts'
import { attemptOf, skipped } from './outcome.ts'
import type { Sent } from './send.ts'

/** A delivery and what it tells. */
export interface Ready {
  delivery: DueDelivery
  event: Event
}

/** An attempt that is over, and the record it was about. */
export interface Ended {
  attempt: Attempt
  record: string
}

/** Makes the events, all at once; should that fail, one by one, so that one that cannot be made holds up no others. */
export async function makeReady(
  parts: Pick<CourierParts, 'services' | 'now'>,
  webhook: Pick<LeasedWebhook, 'id' | 'version'>,
  eyes: Eyes,
  deliveries: readonly DueDelivery[],
): Promise<{ ready: Ready[]; ended: Ended[] }> {
  const ready: Ready[] = []
  const ended: Ended[] = []
  try {
    const events = await eyes.read(crm => eventsOf(crm, webhook.version, deliveries, eyes.people))
    for (const delivery of deliveries) {
      const event = events.get(delivery.seq)
      if (event) ready.push({ delivery, event })
      else ended.push({ attempt: skipped(delivery, parts.now()), record: recordOf(delivery) })
    }
  } catch (error) {
    parts.services.log.error({ error: String(error), webhook: webhook.id }, 'events of a webhook')
    const [first] = deliveries
    if (first && deliveries.length === 1)
      ended.push({ attempt: attemptOf(first, NOT_MADE, parts.now()), record: recordOf(first) })
    for (const delivery of deliveries.length === 1 ? [] : deliveries) {
      const alone = await makeReady(parts, webhook, eyes, [delivery])
      ready.push(...alone.ready)
      ended.push(...alone.ended)
    }
  }
  return { ready, ended }
}

const NOT_MADE: Sent = {
  ok: false,
  duration_ms: 0,
  http_status: null,
  answer: null,
  error: 'The server could not make the event',
}

/** Deliveries about the same record are sent one after the other. */
export function recordOf({ object, entity_id }: DueDelivery): string {
  return `${object}/${entity_id}`
}
