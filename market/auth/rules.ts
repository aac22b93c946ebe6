import { failure } from '@portico/kit/failure'
import { tidy } from '../books/rules.ts'
import type { Settings } from '../settings/settings.ts'

const ADDRESS =
  /^[^\s@<>()[\]\\,;:"]{1,64}@(?=.{3,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/

/** One spelling for each address, so that one person has one account. */
export function normalAddress(address: string): string {
  return address.trim().toLowerCase()
}

export function checkAddress(address: string, settings: Pick<Settings, 'anyEdu' | 'universities'>): void {
  const field = 'emailAddress'
  if (!ADDRESS.test(address)) throw failure('invalid', 'This is not an e-mail address', { field })
  if (mayJoin(address, settings)) return
  const listed = settings.universities.flatMap(university => university.domains)
  const ends = [...(settings.anyEdu ? ['.edu'] : []), ...listed.map(domain => `@${domain}`)]
  throw failure('invalid', `Sign up with your university address, ending in ${ends.join(', ') || '(none yet)'}`, {
    field,
  })
}

/** A listed domain counts with everything below it. */
function mayJoin(address: string, { anyEdu, universities }: Pick<Settings, 'anyEdu' | 'universities'>): boolean {
  const host = address.slice(address.indexOf('@') + 1)
  if (anyEdu && host.endsWith('.edu')) return true
  return universities.some(({ domains }) => domains.some(domain => host === domain || host.endsWith(`.${domain}`)))
}

/** The payment app shows names with an @ in front; people copy it along. */
export function normalPaymentName(name: string): string {
  return tidy(name).replace(/^@+/, '')
}
