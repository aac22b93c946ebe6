import { EVERYTHING } from '../../base/access/visibility.ts'
import type { Crm } from '../../base/api/context.ts'
import type { Watched } from '../../base/records/told.ts'
import type { NewDelivery } from './deliveryStore.ts'
import { visibleEvents } from './eventStore.ts'
import { WATCHED, WATCHED_IN_LOG, WATCHED_OBJECTS } from './kinds.ts'
import type { LeasedWebhook } from './leaseStore.ts'
import { type LoggedLine, linesAfter } from './logStore.ts'
import { type ActionV1, actionOf, type EventAction, wantedActions } from './rules.ts'

/** Lines of the log that are looked at in one go, and numbers of the log that are passed over. */
const MOST_LINES = 500
const MOST_NUMBERS = 50_000

export interface NextEvents {
  deliveries: NewDelivery[]
  /** So far the log was looked at. */
  position: number
}

/**
 * The next events for a webhook: changes after its position that it wants and that its user may see. Stops where the log
 * is settled, so that no line comes later with a smaller number, and after as many as there is `room` for.
 */
export async function nextEvents(crm: Crm, webhook: LeasedWebhook, settled: number, room: number): Promise<NextEvents> {
  const after = webhook.position
  const until = Math.min(settled, after + MOST_NUMBERS)
  if (until <= after) return { deliveries: [], position: after }
  const most = Math.min(MOST_LINES, room)
  const kinds = webhook.eventObject === '*' ? WATCHED : [WATCHED_OBJECTS.get(webhook.eventObject)].filter(isKnown)
  const lines = await linesAfter(crm.sql, webhook.companyId, {
    after,
    until,
    entities: kinds.map(kind => kind.logged),
    most,
  })
  const position = lines.length < most ? until : (lines.at(-1)?.seq ?? until)
  const wanted = wantedActions(actionNamed(webhook.eventAction))
  const events = lines.flatMap(line => eventOf(line, wanted))
  const seen = await seenBy(crm, events)
  return { deliveries: events.filter(event => seen.has(event.seq)).map(({ entity: _, ...event }) => event), position }
}

function eventOf(line: LoggedLine, wanted: readonly ActionV1[]): (NewDelivery & { entity: string })[] {
  const action = actionOf(line.first_action, line.action)
  const kind = WATCHED_IN_LOG.get(line.entity)
  if (!kind || !line.is_kept || line.is_superseded || !action || !wanted.includes(action)) return []
  const { seq, first_seq, entity, entity_id } = line
  return [{ seq, first_seq, action, object: kind.webhook.object, entity, entity_id }]
}

async function seenBy(crm: Crm, events: readonly (NewDelivery & { entity: string })[]): Promise<ReadonlySet<number>> {
  const seen = new Set<number>()
  for (const entity of new Set(events.map(event => event.entity))) {
    const kind = WATCHED_IN_LOG.get(entity)
    const seqs = events.filter(event => event.entity === entity).map(event => event.seq)
    if (!kind) continue
    // Who sees everything need not ask, which would make a record out of every line.
    const visible = kind.maySee(crm.actor) === EVERYTHING ? seqs : await visibleEvents(crm, kind, seqs)
    for (const seq of visible) seen.add(seq)
  }
  return seen
}

function isKnown(kind: Watched | undefined): kind is Watched {
  return kind !== undefined
}

/** The database holds only actions that were checked when the webhook was made. */
function actionNamed(action: string): EventAction {
  return action as EventAction
}
