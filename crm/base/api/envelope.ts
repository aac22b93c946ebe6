import type { Call, Envelope } from '@portico/kit/api/api'
import type { Failure } from '@portico/kit/api/failure'
import Type from 'typebox'

/** For operations whose contract names `additional_data` though there is never anything in it: they answer null. */
export const nothingBeside = { additional_data: Type.Null() }

/** `{success, data, …}` around every answer of the CRM, both versions. */
export function crmEnvelope(origin: string): Envelope {
  return {
    schema: operation => Type.Object({ success: Type.Boolean(), data: operation.reply, ...operation.beside }),
    around(beside, operation) {
      if (operation.beside === nothingBeside) return [BEFORE, ',"additional_data":null}']
      const rest = Object.entries(beside).map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`)
      return [BEFORE, `${rest.join('')}}`]
    },
    failure: (refused, call) => failureBody(refused, call, origin),
    failureSchema: Type.Object({
      success: Type.Boolean(),
      error: Type.String(),
      errorCode: Type.Integer(),
      error_info: Type.String(),
      code: Type.Optional(Type.String()),
      field: Type.Optional(Type.String()),
      data: Type.Null(),
      // Where the contract names codes of its own.
      additional_data: Type.Union([Type.Null(), Type.Object({ code: Type.String() })]),
    }),
  }
}

const BEFORE = '{"success":true,"data":'

/** What to do, where the message itself is part of the contract. */
const HINTS: Readonly<Record<string, string>> = {
  unauthenticated:
    'No valid API token: send one in the header x-api-token, or an access token as Authorization: Bearer. ',
}

/** The official client hides the HTTP status from its user, so the body says it again. */
function failureBody({ message, status, code, details }: Failure, call: Call, origin: string) {
  const { field, hint, retryAfter: _, log: __, ...facts } = details
  return {
    success: false,
    error: message,
    errorCode: status,
    error_info: `${hint ?? HINTS[code] ?? ''}See ${origin}/docs; quote request ${call.requestId} when you ask about it`,
    ...(code === 'invalid' && { code: 'ERR_SCHEMA_VALIDATION_FAILED' }),
    ...(field && { field }),
    data: null,
    additional_data: null,
    ...facts,
  }
}
