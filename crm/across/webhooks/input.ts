import { Id, nullable, oneOf, optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { LIMITS } from '../../base/limits/atRest.ts'
import { Name } from '../../base/records/name.ts'
import { WATCHED } from './kinds.ts'
import { EVENT_ACTIONS, VERSIONS } from './rules.ts'

const Line = Type.String({ maxLength: LIMITS.lineCharacters })

/** What callers may say about a webhook. */
export const webhookBody = {
  subscription_url: Type.String({ minLength: 1, maxLength: LIMITS.webhookUrlCharacters }),
  event_action: oneOf(EVENT_ACTIONS),
  event_object: oneOf([...WATCHED.map(kind => kind.webhook.object), '*']),
  name: optional(Name),
  user_id: optional(Id),
  http_auth_user: optional(nullable(Line)),
  http_auth_password: optional(nullable(Line)),
  version: optional(oneOf(VERSIONS)),
}
