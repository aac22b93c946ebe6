import pino from 'pino'

export type Log = pino.Logger

/**
 * Structured lines on standard error, written in the background so that no request waits for the terminal. Secrets
 * never get in: known names are cut out wherever they appear.
 */
export function openLog(level: string, destination: pino.DestinationStream = inBackground()): Log {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact: { paths: SECRETS, censor: '…' } },
    destination,
  )
}

function inBackground(): pino.DestinationStream {
  return pino.destination({ fd: 2, sync: false, minLength: 4096, periodicFlush: 200 })
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
