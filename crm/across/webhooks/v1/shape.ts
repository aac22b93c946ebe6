import { nullable, oneOf } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { timeV1 } from '../../../base/records/time.ts'
import type { WebhookRow } from '../store.ts'
import { USER_IS_GONE } from '../tellPaused.ts'

export const Webhook = Type.Object({
  id: Type.Integer(),
  company_id: Type.Integer(),
  owner_id: Type.Integer(),
  user_id: Type.Integer(),
  event_action: Type.String(),
  event_object: Type.String(),
  subscription_url: Type.String(),
  version: oneOf(['1.0', '2.0']),
  is_active: Type.Union([Type.Literal(0), Type.Literal(1)]),
  add_time: Type.String(),
  remove_time: nullable(Type.String()),
  type: oneOf(['general', 'application']),
  http_auth_user: nullable(Type.String()),
  http_auth_password: nullable(Type.String({ description: 'Never told: null' })),
  remove_reason: nullable(Type.String()),
  last_delivery_time: nullable(Type.String()),
  last_http_status: nullable(Type.Integer()),
  admin_id: Type.Integer(),
  name: Type.String(),
})
export type Webhook = Static<typeof Webhook>

/** What every answer about webhooks has beside the data. */
export const webhooksBeside = { status: oneOf(['ok']) }

/** v1 knows no pause: a webhook that sends nothing for now counts as removed, with the reason. */
export function webhookV1({ actor }: Crm, row: WebhookRow): Webhook {
  const isActive = row.status === 'active' && row.user_is_active
  return {
    id: row.id,
    company_id: actor.companyId,
    owner_id: row.owner_id,
    user_id: row.user_id,
    event_action: row.event_action,
    event_object: row.event_object,
    subscription_url: row.subscription_url,
    version: row.version,
    is_active: isActive ? 1 : 0,
    add_time: timeV1(row.add_time),
    remove_time: row.pause_time && timeV1(row.pause_time),
    type: row.is_app ? 'application' : 'general',
    http_auth_user: row.http_auth_user,
    http_auth_password: null,
    remove_reason: row.user_is_active ? row.pause_reason : USER_IS_GONE,
    last_delivery_time: row.last_delivery_time && timeV1(row.last_delivery_time),
    last_http_status: row.last_http_status,
    admin_id: row.owner_id,
    name: row.name,
  }
}
