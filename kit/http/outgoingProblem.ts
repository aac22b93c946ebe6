import { isFailure } from '../api/failure.ts'

/**
 * Why there is no answer that counts: the address may not be called · its name has no address · nobody accepts
 * connections · the certificate or the encryption is wrong · it took too long · it answered with another address · the
 * connection ended, or what came is not HTTP.
 */
export type OutgoingProblem = 'not allowed' | 'dns' | 'refused' | 'tls' | 'timeout' | 'redirect' | 'broken'

export interface Unanswered {
  problem: OutgoingProblem
  /** For the person who entered the address. */
  message: string
  /** Of a redirect. */
  status?: number
}

/** What an error of the exchange means. `host` is the one that was called. */
export function unanswered(error: unknown, host: string): Unanswered {
  if (isFailure(error)) return { problem: 'not allowed', message: error.message }
  const code = textOf(error, 'code')
  if (textOf(error, 'name') === 'AbortError' || code === 'ETIMEDOUT')
    return { problem: 'timeout', message: `${host} took too long to answer` }
  if (/^(query|getaddrinfo)/.test(textOf(error, 'syscall')))
    return { problem: 'dns', message: `The name ${host} has no address (${code})` }
  if (REFUSALS.includes(code)) return { problem: 'refused', message: `${host} does not accept connections (${code})` }
  if (TLS_CODES.test(code))
    return { problem: 'tls', message: `${host} has no valid certificate or encryption (${code})` }
  return { problem: 'broken', message: `${host} ended the connection without an answer in HTTP${code && ` (${code})`}` }
}

const REFUSALS = [
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'EACCES',
  'EPERM',
]

/** Of Node, and of X.509 as OpenSSL names them. */
const TLS_CODES =
  /^(ERR_TLS|ERR_SSL|EPROTO$|CERT_|CRL_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERROR_IN_CERT|INVALID_(CA|PURPOSE)|PATH_LENGTH|HOSTNAME_MISMATCH)/

function textOf(error: unknown, property: 'code' | 'name' | 'syscall'): string {
  const value: unknown = error instanceof Error ? Reflect.get(error, property) : undefined
  return typeof value === 'string' ? value : ''
}
