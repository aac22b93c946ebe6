import { failure } from '@portico/kit/api/failure'
import { isAddress, type Sender } from '@portico/kit/mail/address'

/** Recipients as they are sent. Refuses what could reach somebody else than it seems to. */
export function readRecipients(
  given: readonly { address: string; name?: string | undefined }[],
  field: string,
): Sender[] {
  return given.map(({ address, name = '' }, place) => {
    if (!isAddress(address.trim()))
      throw failure('invalid', `${field}[${place}].address must be one mail address, as name@example.org`, { field })
    if (hasBreak(name)) throw failure('invalid', `${field}[${place}].name must be one line`, { field })
    return { name: name.trim(), address: address.trim() }
  })
}

export function readSubjectLine(given: string): string {
  if (hasBreak(given)) throw failure('invalid', 'subject must be one line', { field: 'subject' })
  return given.trim()
}

function hasBreak(text: string): boolean {
  return /[\p{Cc}\u2028\u2029]/u.test(text)
}
