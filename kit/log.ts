import pino from 'pino'

export type Log = pino.Logger

/** Structured lines on standard output (or nowhere). Secrets never get in: known names are cut out wherever they appear. */
export function openLog(
  level: string,
  destination: pino.DestinationStream = pino.destination({ fd: 1, sync: false }),
): Log {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact: { paths: SECRETS, censor: '…' } },
    destination,
  )
}

const NAMES = [
  'password',
  'token',
  'secret',
  'authorization',
  'cookie',
  'api_token',
  'access_token',
  'refresh_token',
  'x-api-token',
]
const SECRETS = NAMES.flatMap(name => [`["${name}"]`, `*["${name}"]`])

export const silentLog: Log = pino({ level: 'silent' })
