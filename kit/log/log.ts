import pino from 'pino'
import { lineWriter } from './lineWriter.ts'

export type Log = pino.Logger

/**
 * Structured lines on standard error, written in the background so that no request waits for the terminal. Secrets
 * never get in: values under known names are cut out wherever they appear.
 */
export function openLog(level: string, destination: pino.DestinationStream = lineWriter(2)): Log {
  // Pino's own redaction costs more than everything else a call does in this process.
  return pino({ level, base: null, timestamp, formatters: { log: line => withoutSecrets(line, 0) } }, destination)
}

/** `,"time":"2026-…"`, written out once a millisecond: several lines share it under load. */
function timestamp(): string {
  const now = Date.now()
  if (now !== written.at) written = { at: now, text: `,"time":"${new Date(now).toISOString()}"` }
  return written.text
}

let written = { at: 0, text: '' }

const SECRETS = new Set([
  'password',
  'token',
  'secret',
  'authorization',
  'cookie',
  'set-cookie',
  'api_token',
  'apiToken',
  'access_token',
  'refresh_token',
  'x-api-token',
])

const MAX_DEPTH = 5

function withoutSecrets(record: Record<string, unknown>, depth: number): Record<string, unknown> {
  let clean = record
  for (const [name, value] of Object.entries(record)) {
    const kept = SECRETS.has(name) ? '…' : isPlain(value) ? inside(value, depth) : value
    if (kept !== value) clean = { ...clean, [name]: kept }
  }
  return clean
}

function inside(value: Record<string, unknown>, depth: number): unknown {
  return depth < MAX_DEPTH ? withoutSecrets(value, depth + 1) : '…'
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !(value instanceof Error) && !Array.isArray(value)
}

export const silentLog: Log = pino({ level: 'silent' })
