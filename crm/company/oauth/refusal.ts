import { type Failure, failure } from '@portico/kit/api/failure'

/** The error codes of RFC 6749 (section 5.2) that the token endpoint gives, with how their messages begin. */
const ERRORS = {
  invalid_request: 'Invalid request',
  invalid_client: 'Invalid client',
  invalid_grant: 'Invalid grant',
  unsupported_grant_type: 'Unsupported grant type',
} as const

export type OAuthError = keyof typeof ERRORS

/** @example throw refusal('invalid_grant', 'the code has expired') */
export function refusal(error: OAuthError, reason: string): Failure {
  return failure('invalid', `${ERRORS[error]}: ${reason}`, { error })
}
