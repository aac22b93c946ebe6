import { failure } from '../api/failure.ts'

/**
 * Whether this is one plain address, `name@host`. Narrower than the standard on purpose: no quotes, comments, brackets
 * or lists, in which two readers may see two different recipients.
 */
export function isAddress(text: string): boolean {
  const [local = '', domain = '', ...rest] = text.split('@')
  return rest.length === 0 && local.length <= 64 && domain.length <= 253 && LOCAL.test(local) && isDomain(domain)
}

const LOCAL = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
const LABEL = /^[\p{L}\p{M}\p{N}-]{1,63}$/u

function isDomain(domain: string): boolean {
  return domain.split('.').every(label => LABEL.test(label) && !label.startsWith('-') && !label.endsWith('-'))
}

export interface Sender {
  name: string
  address: string
}

/** Reads `Portico <mail@example.org>` or a plain address. */
export function parseSender(from: string): Sender {
  const [, name = '', bracketed] = /^([^<>\r\n\0]*)<([^<>]*)>$/.exec(from.trim()) ?? []
  const address = bracketed ?? from.trim()
  if (!isAddress(address)) throw failure('invalid', 'The sender of mail must be an address, or Name <address>')
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address }
}
