import type { Call, Envelope } from '@portico/kit/api/api'
import type { Failure } from '@portico/kit/api/failure'
import Type from 'typebox'

/** `{data, time, method}` around every answer, refusals included; there `data.error` says why. */
export const marketEnvelope: Envelope = {
  schema: operation => Type.Object({ data: operation.reply, time: Type.String(), method: Type.String() }),
  around: (_beside, _operation, call) => ['{"data":', `,${tail(call)}}`],
  failure: (refused, call) => ({ data: failureData(refused), ...facts(call) }),
  failureSchema: Type.Object({
    data: Type.Object({ error: Type.String(), field: Type.Optional(Type.String()) }, { additionalProperties: true }),
    time: Type.String(),
    method: Type.String(),
  }),
}

function failureData({ message, details }: Failure) {
  const { log: _, retryAfter: __, allowed: ___, ...told } = details
  return { error: message, ...told }
}

function facts(call: Call) {
  return { time: call.receivedAt.toISOString(), method: call.pathname }
}

function tail(call: Call): string {
  const { time, method } = facts(call)
  return `"time":"${time}","method":${JSON.stringify(method)}`
}
