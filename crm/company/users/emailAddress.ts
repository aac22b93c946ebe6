import { failure } from '@portico/kit/api/failure'
import { isAddress } from '@portico/kit/mail/address'

/** The longest an address can be on its way through mail servers. */
const LONGEST = 254

/**
 * An address as it is stored: without blanks around it, its domain in lower case. What stands before the @ is kept as it
 * was written; no two people of a server differ in its case alone (the index on `lower(email)`).
 */
export function checkedEmail(given: string): string {
  const [local = '', domain = '', ...rest] = given.trim().normalize('NFC').split('@')
  const email = [local, domain.toLowerCase(), ...rest].join('@')
  if (email.length > LONGEST || !isAddress(email))
    throw failure('invalid', 'email has to be one e-mail address, such as ann@example.com', { field: 'email' })
  return email
}
