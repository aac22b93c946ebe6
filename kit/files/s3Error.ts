import { type Failure, failure } from '../api/failure.ts'
import { xmlText } from './xmlText.ts'

/** What the log says for the refusals an operator can do something about. */
const REASONS: Record<string, string> = {
  InvalidAccessKeyId: 'does not know the access key',
  SignatureDoesNotMatch: 'refuses the secret key',
  AccessDenied: 'denies access with these credentials',
  ExpiredToken: 'says the credentials have expired',
  NoSuchBucket: 'has no such bucket',
  PermanentRedirect: 'says the bucket is in another region',
  AuthorizationHeaderMalformed: 'expects another region',
  RequestTimeTooSkewed: 'refuses the request: the clock of this machine is wrong',
  XMinioStorageFull: 'is full',
  QuotaExceeded: 'is over its quota',
}

/** Reads the answer's body, which is small: an error in XML, or nothing. */
export async function s3Failure(response: Response, place: string): Promise<Failure> {
  const text = await response.text().catch(() => '')
  const reason = xmlText(text, 'Code') ?? (response.status === 404 ? 'NoSuchKey' : 'no reason given')
  const log = `${place} ${REASONS[reason] ?? 'refuses the request'} (${response.status} ${reason})`
  return failure('unavailable', 'Files cannot be stored or read at the moment', { log, reason })
}

export function s3Unreachable(error: unknown, place: string): Failure {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const why = cause instanceof Error ? ('code' in cause && String(cause.code)) || cause.message : String(cause)
  const log = `${place} cannot be reached (${why})`
  return failure('unavailable', 'Files cannot be stored or read at the moment', { log, reason: why })
}
