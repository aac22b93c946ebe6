import type { Envelope } from '@portico/kit/api/api'

/** Refusals about webhooks say what is wrong in words of their own, beside those of every refusal in v1. */
export function withWebhookErrors(envelope: Envelope): Envelope {
  return {
    ...envelope,
    failure(refused, call, operation) {
      const body = envelope.failure(refused, call, operation)
      if (!/^\/webhooks(\/|$)/.test(call.path) || typeof body !== 'object') return body
      if (refused.code === 'forbidden') return { ...body, message: 'Forbidden' }
      if (refused.code !== 'invalid' && refused.code !== 'missing') return body
      return { ...body, status: 'error', errors: { [refused.details.field ?? 'id']: [refused.message] } }
    },
  }
}
