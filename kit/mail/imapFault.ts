/** Why an account could not be read, for the person whose account it is; without the password, whatever the server says. */
export function imapFault(
  error: unknown,
  { host, port, password }: { host: string; port: number; password: string },
): Error {
  const { code, text, isRefused } = factsOf(error)
  const said = text
    .replace(/\s+/g, ' ')
    .slice(0, 200)
    .replaceAll(password || '\0', '…')
  if (isRefused) return fault(`The mail server ${host} refuses the user name or password${said && `: ${said}`}`)
  if (UNREACHABLE.has(code)) return fault(`Nothing answers at ${host}:${port} (${code})`)
  if (TIMEOUTS.has(code)) return fault(`The mail server ${host}:${port} does not answer in time`)
  if (TOO_MUCH.has(code)) return fault(`The mail server ${host} sends more data than is accepted`)
  if (/CERT|SSL|TLS|EPROTO|SELF_SIGNED|ALTNAME/.test(code))
    return fault(`No encrypted connection to ${host}:${port} (${code}): look at its certificate, port and security`)
  return fault(`The mail server ${host} failed: ${said || code || 'no reason given'}`)
}

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'ENODATA',
  'ESERVFAIL',
  'EAI_AGAIN',
])
const TIMEOUTS = new Set([
  'CONNECT_TIMEOUT',
  'GREETING_TIMEOUT',
  'UPGRADE_TIMEOUT',
  'ETIMEOUT',
  'ETIMEDOUT',
  'LockTimeout',
])
const TOO_MUCH = new Set(['LineTooLarge', 'LiteralTooLarge', 'ResponseTooLarge', 'DownloadOverflow'])

function factsOf(error: unknown): { code: string; text: string; isRefused: boolean } {
  if (!(error instanceof Error)) return { code: '', text: String(error), isRefused: false }
  const facts: { message: string; code?: unknown; responseText?: unknown; authenticationFailed?: unknown } = error
  const isRefused = facts.authenticationFailed === true
  const said = typeof facts.responseText === 'string' ? facts.responseText : undefined
  return { code: String(facts.code ?? ''), text: said ?? (isRefused ? '' : error.message), isRefused }
}

/** The code tells it from what is wrong on our side. */
function fault(text: string): Error {
  return Object.assign(new Error(text), { code: IMAP_FAULT })
}

export const IMAP_FAULT = 'imap'
