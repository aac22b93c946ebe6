import { nullable, oneOf } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { timeV2 } from '../../../base/records/time.ts'
import { isDown } from '../outcome.ts'
import type { WebhookRow } from '../store.ts'
import { USER_IS_GONE } from '../tellPaused.ts'
import type { DeliveryRow } from './deliveryStore.ts'

export const Webhook = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  type: oneOf(['general', 'application']),
  owner_id: Type.Integer(),
  user_id: Type.Integer({ description: 'Whose rights decide what is sent' }),
  event_action: Type.String(),
  event_object: Type.String(),
  subscription_url: Type.String(),
  version: oneOf(['1.0', '2.0']),
  http_auth_user: nullable(Type.String()),
  has_http_auth_password: Type.Boolean(),
  status: oneOf(['active', 'paused']),
  pause_time: nullable(Type.String()),
  pause_reason: nullable(Type.String()),
  is_receiver_down: Type.Boolean({
    description: 'Several deliveries in a row have failed: one is tried from time to time',
  }),
  failing_since: nullable(Type.String()),
  last_delivery_time: nullable(Type.String()),
  last_http_status: nullable(Type.Integer()),
  add_time: Type.String(),
  update_time: Type.String(),
})
export type Webhook = Static<typeof Webhook>

export function webhookV2(row: WebhookRow): Webhook {
  const { user_is_active } = row
  return {
    id: row.id,
    name: row.name,
    type: row.is_app ? 'application' : 'general',
    owner_id: row.owner_id,
    user_id: row.user_id,
    event_action: row.event_action,
    event_object: row.event_object,
    subscription_url: row.subscription_url,
    version: row.version,
    http_auth_user: row.http_auth_user,
    has_http_auth_password: row.http_auth_password_sealed !== null,
    status: user_is_active ? row.status : 'paused',
    pause_time: row.pause_time && timeV2(row.pause_time),
    pause_reason: user_is_active ? row.pause_reason : USER_IS_GONE,
    is_receiver_down: isDown({ failures: row.failures, failingSince: row.failing_since }),
    failing_since: row.failing_since && timeV2(row.failing_since),
    last_delivery_time: row.last_delivery_time && timeV2(row.last_delivery_time),
    last_http_status: row.last_http_status,
    add_time: timeV2(row.add_time),
    update_time: timeV2(row.update_time),
  }
}

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'skipped'] as const

export const Delivery = Type.Object({
  id: Type.Integer(),
  event_id: Type.String({ description: 'The same in every attempt: meta.id, and the header webhook-id' }),
  event: Type.String({ description: 'added.deal, or test.deal' }),
  entity_id: nullable(Type.String()),
  status: oneOf(DELIVERY_STATUSES),
  attempt: Type.Integer({ description: 'Attempts so far' }),
  add_time: Type.String(),
  time: nullable(Type.String({ description: 'Of the last attempt' })),
  duration_ms: nullable(Type.Integer()),
  http_status: nullable(Type.Integer()),
  answer: nullable(Type.String({ description: 'The beginning of what the receiver answered' })),
  error: nullable(Type.String()),
  next_time: nullable(Type.String({ description: 'When it is tried again' })),
})
export type Delivery = Static<typeof Delivery>

export function deliveryV2(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    event_id: row.event_id,
    event: `${row.action}.${row.object}`,
    entity_id: row.entity_id || null,
    status: row.status,
    attempt: row.attempt,
    add_time: timeV2(row.add_time),
    time: row.time && timeV2(row.time),
    duration_ms: row.duration_ms,
    http_status: row.http_status,
    answer: row.answer,
    error: row.error,
    next_time: row.status === 'pending' && row.next_time ? timeV2(row.next_time) : null,
  }
}
