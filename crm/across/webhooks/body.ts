import type { Event } from './events.ts'
import { IN_V2, type Version } from './rules.ts'

/** What an event is sent with: whose webhook it is, and which attempt. */
export interface Envelope {
  companyId: number
  webhookId: number
  ownerId: number
  type: 'general' | 'application'
  version: Version
  eventId: string
  host: string
  /** 1 for the first. */
  attempt: number
}

/** The text that is sent. */
export function bodyOf(event: Event, envelope: Envelope): string {
  return JSON.stringify(envelope.version === '1.0' ? bodyV1(event, envelope) : bodyV2(event, envelope))
}

function bodyV2({ line, object, action, data, previous, permitted }: Event, envelope: Envelope) {
  const { merged_to_id, merged_from_id } = line
  return {
    meta: {
      ...metaV2(envelope),
      action: IN_V2[action],
      entity: object,
      entity_id: line.entity_id,
      correlation_id: line.correlation_id,
      is_bulk_edit: line.bulk,
      timestamp: new Date(Math.floor(line.time / 1000)).toISOString(),
      user_id: line.actor_id === null ? null : String(line.actor_id),
      change_source: sourceOf(line.source),
      ...(permitted && { permitted_user_ids: permitted.map(String) }),
      ...(merged_to_id !== null && action === 'merged' && { merged_to_id: String(merged_to_id) }),
      ...(merged_from_id !== null && { merged_from_id: String(merged_from_id) }),
    },
    data,
    previous,
  }
}

function metaV2({ companyId, webhookId, ownerId, type, eventId, host, attempt }: Envelope) {
  return {
    id: eventId,
    company_id: String(companyId),
    webhook_id: String(webhookId),
    webhook_owner_id: String(ownerId),
    type,
    version: '2.0',
    attempt,
    host,
  }
}

/** No webhook is about a filter, so that there are never any that match. */
const NO_FILTERS = { current: [], previous: [] }

function bodyV1({ line, object, action, data, previous, permitted }: Event, envelope: Envelope) {
  return {
    v: 1,
    matches_filters: NO_FILTERS,
    meta: {
      v: 1,
      action,
      object,
      change_source: sourceOf(line.source),
      id: idOf(line.entity_id),
      company_id: envelope.companyId,
      user_id: line.actor_id,
      host: envelope.host,
      timestamp: Math.floor(line.time / 1_000_000),
      timestamp_micro: line.time,
      permitted_user_ids: permitted ?? [],
      trans_pending: false,
      is_bulk_update: line.bulk,
      pipedrive_service_name: false,
      matches_filters: NO_FILTERS,
      webhook_id: String(envelope.webhookId),
      ...(object === 'activity' && { send_activity_notifications: false, activity_notifications_language: 'en-US' }),
    },
    retry: envelope.attempt - 1,
    current: data,
    previous,
    event: `${action}.${object}`,
  }
}

/** Leads have ids that are no numbers. */
function idOf(id: string): number | string {
  return /^\d+$/.test(id) ? Number(id) : id
}

/** Receivers know of two: a person in the web app, and everything else. */
function sourceOf(source: string): 'app' | 'api' {
  return source === 'app' ? 'app' : 'api'
}

/** What a test sends: an event that is about nothing. */
export function testBody(envelope: Envelope, { object, userId, now }: { object: string; userId: number; now: Date }) {
  if (envelope.version === '1.0')
    return JSON.stringify({
      v: 1,
      matches_filters: NO_FILTERS,
      meta: {
        v: 1,
        action: 'test',
        object,
        company_id: envelope.companyId,
        user_id: userId,
        host: envelope.host,
        timestamp: Math.floor(now.getTime() / 1000),
        timestamp_micro: now.getTime() * 1000,
        webhook_id: String(envelope.webhookId),
      },
      retry: 0,
      current: null,
      previous: null,
      event: `test.${object}`,
    })
  return JSON.stringify({
    meta: {
      ...metaV2(envelope),
      action: 'test',
      entity: object,
      entity_id: null,
      timestamp: now.toISOString(),
      user_id: String(userId),
    },
    data: null,
    previous: null,
  })
}
