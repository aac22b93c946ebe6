import { failure, isFailure } from '@portico/kit/api/failure'
import { isAddress } from '@portico/kit/mail/address'
import type { MailSecurity } from './store.ts'

/** What the password of an account is sealed for. */
export const ACCOUNT_SECRET = 'crm mail account'

const MINUTE_MS = 60_000
const EVERY_MINUTES = 5
const LONGEST_MINUTES = 60

export function nextReading(now: Date): Date {
  return new Date(now.getTime() + EVERY_MINUTES * MINUTE_MS)
}

/** Later and later: 5, 10, 20, 40, 60 minutes. */
export function nextAfterFailure(now: Date, failures: number): Date {
  const minutes = Math.min(LONGEST_MINUTES, EVERY_MINUTES * 2 ** Math.min(10, failures - 1))
  return new Date(now.getTime() + minutes * MINUTE_MS)
}

/** Refused by a rule: the same message would be refused again. */
export function isFinal(error: unknown): boolean {
  return isFailure(error) && ['invalid', 'forbidden', 'too_large', 'unprocessable'].includes(error.code)
}

export const USUAL_PORTS: Readonly<Record<MailSecurity, number>> = { tls: 993, starttls: 143, none: 143 }

export interface ServerInput {
  host: string
  port: number
  security: MailSecurity
}

/** Where a mail server may be. `privateTargets` is what the operator allows. */
export function checkServer({ host, port, security }: ServerInput, privateTargets: boolean): void {
  if (!HOST.test(host))
    throw failure('invalid', 'host must be the name of a mail server, such as imap.example.com', { field: 'host' })
  if (security === 'none' && !privateTargets)
    throw failure('invalid', 'security must be tls or starttls: a password is not sent in the clear', {
      field: 'security',
    })
  if (!privateTargets && port !== 143 && port !== 993)
    throw failure('invalid', 'port must be 993 (tls) or 143 (starttls)', { field: 'port' })
}

const HOST = /^(?:[a-z0-9._-]{1,253}|\[?[0-9a-f:.]{2,45}\]?)$/i

export function checkEmail(email: string): void {
  if (!isAddress(email))
    throw failure('invalid', 'email must be a mail address, as name@example.org', { field: 'email' })
}

const DAY_MS = 24 * 60 * MINUTE_MS
const FIRST_DAYS = 30

/** How far back mail is read: a month, unless something else was asked for. */
export function readFromOf(given: string | undefined, now: Date): Date {
  if (given === undefined) return new Date(now.getTime() - FIRST_DAYS * DAY_MS)
  const from = new Date(given)
  if (from.getTime() >= Date.UTC(1970) && from <= now) return from
  throw failure('invalid', 'read_from must be a day that has been, such as 2026-01-31', { field: 'read_from' })
}
