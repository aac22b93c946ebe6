import type { Envelope } from '@portico/kit/api/api'
import type { Failure, FailureCode } from '@portico/kit/api/failure'
import Type from 'typebox'

/** What clients of OAuth send to us is refused in the words of OAuth, everything else as in the rest of the CRM. */
export function oauthEnvelope(crm: Envelope): Envelope {
  return {
    ...crm,
    failure: (refused, call, operation) =>
      operation?.signIn === 'none' ? refusalBody(refused) : crm.failure(refused, call, operation),
    failureSchema: Type.Union([
      Type.Object({ success: Type.Boolean(), message: Type.String(), error: Type.String() }),
      crm.failureSchema,
    ]),
  }
}

function refusalBody({ message, code, details }: Failure) {
  return { success: false, message, error: details.error ?? ERROR_OF[code] ?? 'invalid_request' }
}

const ERROR_OF: Partial<Record<FailureCode, string>> = {
  internal: 'server_error',
  unavailable: 'temporarily_unavailable',
  too_many: 'too_many_requests',
}
