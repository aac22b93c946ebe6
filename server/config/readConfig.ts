import { resolve } from 'node:path'
import { isFailure } from '@portico/kit/api/failure'
import {
  checkFilesLocation,
  databaseUrl,
  emailText,
  gateAge,
  hostText,
  nameText,
  oneOf,
  optionalPort,
  optionalText,
  originText,
  passwordText,
  portNumber,
  proxyList,
  searchCount,
  secretList,
  senderText,
  smtpUrl,
  tokenText,
  workerCount,
} from './parsers.ts'
import { problem } from './problem.ts'
import { SETTINGS, type SettingName } from './settings.ts'

export interface Config {
  port: number
  host: string
  /** Public origin, without a slash at the end. */
  origin: string
  dataDirectory: string
  /** Undefined: the embedded PostgreSQL. */
  databaseUrl: string | undefined
  /** A replica of it; undefined: none. */
  readUrl: string | undefined
  owner: { email: string; password: string | undefined; apiToken: string | undefined }
  /** The first signs, all verify. Empty: the one kept in the data directory. */
  secrets: readonly string[]
  rateLimit: boolean
  /** Searches of a CRM token within two seconds. */
  searchLimit: number
  /** Whether strangers may make companies of their own. */
  openSignUp: boolean
  /** Proxies whose X-Forwarded-For header is trusted. */
  proxies: readonly string[]
  files: { location: string; accessKeyId: string | undefined; secretAccessKey: string | undefined }
  mail: { smtpUrl: string | undefined; from: string }
  /** The port that takes mail; undefined: none. The files are those of its certificate. */
  mailIn: { port: number; certFile: string | undefined; keyFile: string | undefined } | undefined
  privateTargets: boolean
  /** What the marketplace is called, on its pages and in its mails. */
  marketName: string
  /** Age to prove before checkout. */
  marketGate: number | undefined
  /** How many processes serve. */
  workers: number
  logLevel: LogLevel
}

export type LogLevel = (typeof LOG_LEVELS)[number]
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The environment as a typed value. Everything wrong with it is said at once, one line each. No line repeats a value
 * that may be a secret.
 */
export function readConfig(env: Environment): Config {
  const wrong: string[] = unknownSettings(env)
  const read = <T>(name: SettingName, parse: (text: string) => T, without: T): T => {
    const text = env[name]?.trim()
    if (!text) return without
    try {
      return parse(text)
    } catch (error) {
      wrong.push(`${name} ${reasonOf(error)}`)
      return without
    }
  }

  const port = read('PORT', portNumber, 8080)
  const origin = read('PORTICO_URL', originText, `http://localhost:${port}`)
  const files = {
    location: read('PORTICO_FILES', text => text, 'disk'),
    accessKeyId: read('AWS_ACCESS_KEY_ID', optionalText, undefined),
    secretAccessKey: read('AWS_SECRET_ACCESS_KEY', optionalText, undefined),
  }
  read('PORTICO_FILES', location => checkFilesLocation(location, files), undefined)
  const mailInPort = read('PORTICO_SMTP_IN_PORT', optionalPort, undefined)
  const certFile = read('PORTICO_SMTP_IN_CERT', optionalText, undefined)
  const keyFile = read('PORTICO_SMTP_IN_KEY', optionalText, undefined)
  if ((certFile === undefined) !== (keyFile === undefined))
    wrong.push('PORTICO_SMTP_IN_CERT and PORTICO_SMTP_IN_KEY are needed together')
  if (mailInPort === port) wrong.push('PORTICO_SMTP_IN_PORT and PORT must be two ports')
  const config: Config = {
    port,
    host: read('HOST', hostText, '127.0.0.1'),
    origin,
    dataDirectory: resolve(read('PORTICO_DATA_DIR', text => text, './data')),
    databaseUrl: read('DATABASE_URL', databaseUrl, undefined),
    readUrl: read('PORTICO_READ_URL', databaseUrl, undefined),
    owner: {
      email: read('PORTICO_OWNER_EMAIL', emailText, 'owner@example.com'),
      password: read('PORTICO_OWNER_PASSWORD', passwordText, undefined),
      apiToken: read('PORTICO_API_TOKEN', tokenText, undefined),
    },
    secrets: read('PORTICO_SECRET', secretList, []),
    rateLimit: read('PORTICO_RATE_LIMIT', oneOf('on', 'off'), 'on') === 'on',
    searchLimit: read('PORTICO_SEARCH_LIMIT', searchCount, 10),
    openSignUp: read('PORTICO_SIGNUP', oneOf('open', 'closed'), 'closed') === 'open',
    proxies: read('PORTICO_PROXIES', proxyList, []),
    files,
    mail: {
      smtpUrl: read('SMTP_URL', smtpUrl, undefined),
      from: read('PORTICO_MAIL_FROM', senderText, `Portico <portico@${new URL(origin).hostname}>`),
    },
    mailIn: mailInPort === undefined ? undefined : { port: mailInPort, certFile, keyFile },
    privateTargets: read('PORTICO_PRIVATE_TARGETS', oneOf('allow', 'deny'), 'deny') === 'allow',
    marketName: read('PORTICO_MARKET_NAME', nameText, 'Book market'),
    marketGate: read('PORTICO_MARKET_GATE', gateAge, undefined),
    workers: read('PORTICO_WORKERS', workerCount, 1),
    logLevel: read('PORTICO_LOG_LEVEL', oneOf(...LOG_LEVELS), 'info'),
  }
  if (config.marketGate !== undefined && !/^https:|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|$)/.test(origin)) {
    wrong.push('PORTICO_MARKET_GATE needs PORTICO_URL to be an https address')
  }
  if (config.readUrl && !config.databaseUrl) wrong.push('PORTICO_READ_URL needs DATABASE_URL, which it is a replica of')
  if (wrong.length > 0) throw problem(...wrong)
  return config
}

function unknownSettings(env: Environment): string[] {
  const names = Object.keys(env).filter(name => name.startsWith('PORTICO_') && !(name in SETTINGS))
  return names.sort().map(name => `${name} is not a setting${similarTo(name)}`)
}

function similarTo(name: string): string {
  const close = Object.keys(SETTINGS).find(known => distance(known, name) <= 3)
  return close ? `; did you mean ${close}?` : '; docs/operating.md lists all of them'
}

/** How many letters differ (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + Number(a[i - 1] !== b[j - 1])
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, replaced))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

function reasonOf(error: unknown): string {
  if (isFailure(error)) return `cannot be used: ${error.message}`
  return error instanceof Error ? error.message : String(error)
}
