import { failure, isFailure } from '../api/failure.ts'
import { checkHost, type TargetRules } from './allowedAddresses.ts'

/**
 * The address that somebody wants requests to be sent to, or a failure `invalid` which says what is wrong with it. Ask
 * it when the address is entered; what its name means is looked at whenever something is sent.
 *
 * @example outgoingTarget('http://0x7f.1/', { privateTargets: false }) // invalid: 127.0.0.1 is a private address
 */
export function outgoingTarget(address: string, rules: TargetRules): URL {
  if (!URL.canParse(address))
    throw failure('invalid', 'The address to send to must be a URL such as https://app.example/hook')
  // Spellings of numbers (0x7f.1, 2130706433, 127。1) and letters have become the usual ones here.
  const url = new URL(address)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw failure('invalid', 'The address to send to must begin with https:// or http://')
  if (url.username || url.password)
    throw failure('invalid', 'The address to send to must not hold a user name or a password')
  if (url.port !== '' && REFUSED_PORTS.has(Number(url.port)))
    throw failure('invalid', `Requests are not sent to port ${url.port}, which is not one of web servers`)
  try {
    checkHost(url.hostname, rules)
  } catch (error) {
    throw isFailure(error) ? failure('invalid', error.message) : error
  }
  return url
}

/**
 * Ports of other protocols, by the list of the Fetch standard: a mail server, say, might take what a stranger has us
 * send for commands.
 */
const REFUSED_PORTS = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
])
