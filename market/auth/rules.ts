import { failure } from '@portico/kit/api/failure'
import { isAddress } from '@portico/kit/mail/address'
import { tidy } from '../books/rules.ts'
import type { Settings } from '../settings/settings.ts'

/** One spelling for each address, so that one person has one account. */
export function normalAddress(address: string): string {
  return address.trim().toLowerCase()
}

export function checkAddress(address: string, settings: Pick<Settings, 'anyEdu' | 'universities'>): void {
  checkForm(address)
  if (mayJoin(address, settings)) return
  const listed = settings.universities.flatMap(university => university.domains)
  const ends = [...(settings.anyEdu ? ['.edu'] : []), ...listed.map(domain => `@${domain}`)]
  throw failure('invalid', `Sign up with your university address, ending in ${ends.join(', ') || '(none yet)'}`, {
    field: 'emailAddress',
  })
}

/** Refuses what is not an e-mail address. Its host name must be ASCII. */
export function checkForm(address: string): void {
  if (isAddress(address) && /@[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(address)) return
  throw failure('invalid', 'This is not an e-mail address', { field: 'emailAddress' })
}

/** A listed domain includes its subdomains. */
function mayJoin(address: string, { anyEdu, universities }: Pick<Settings, 'anyEdu' | 'universities'>): boolean {
  const host = address.slice(address.indexOf('@') + 1)
  if (anyEdu && host.endsWith('.edu')) return true
  return universities.some(({ domains }) => domains.some(domain => host === domain || host.endsWith(`.${domain}`)))
}

/** The payment app shows names with an @ in front; people copy it along. */
export function normalPaymentName(name: string): string {
  const plain = tidy(name).replace(/^[@\s]+/, '')
  if (plain) return plain
  throw failure('invalid', 'venmoUsername must not be empty', { field: 'venmoUsername' })
}
