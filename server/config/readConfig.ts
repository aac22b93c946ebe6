import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { checkPasswordRule } from '@portico/kit/access/password'
import { isFailure } from '@portico/kit/api/failure'
import { parseS3Location } from '@portico/kit/files/s3Location'
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
  owner: { email: string; password: string | undefined; apiToken: string | undefined }
  /** The first signs, all verify. Empty: the one kept in the data directory. */
  secrets: readonly string[]
  rateLimit: boolean
  /** Whose word on where a call comes from is taken. */
  proxies: readonly string[]
  files: { location: string; accessKeyId: string | undefined; secretAccessKey: string | undefined }
  mail: { smtpUrl: string | undefined; from: string; smtpInPort: number | undefined }
  privateTargets: boolean
  /** Age to prove before checkout. */
  marketGate: number | undefined
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
  const config: Config = {
    port,
    host: read('HOST', hostText, '127.0.0.1'),
    origin,
    dataDirectory: resolve(read('PORTICO_DATA_DIR', text => text, './data')),
    databaseUrl: read('DATABASE_URL', databaseUrl, undefined),
    owner: {
      email: read('PORTICO_OWNER_EMAIL', emailText, 'owner@example.com'),
      password: read('PORTICO_OWNER_PASSWORD', passwordText, undefined),
      apiToken: read('PORTICO_API_TOKEN', tokenText, undefined),
    },
    secrets: read('PORTICO_SECRET', secretList, []),
    rateLimit: read('PORTICO_RATE_LIMIT', oneOf('on', 'off'), 'on') === 'on',
    proxies: read('PORTICO_PROXIES', proxyList, []),
    files,
    mail: {
      smtpUrl: read('SMTP_URL', smtpUrl, undefined),
      from: read('PORTICO_MAIL_FROM', senderText, `Portico <portico@${new URL(origin).hostname}>`),
      smtpInPort: read('PORTICO_SMTP_IN_PORT', optionalPort, undefined),
    },
    privateTargets: read('PORTICO_PRIVATE_TARGETS', oneOf('allow', 'deny'), 'deny') === 'allow',
    marketGate: read('PORTICO_MARKET_GATE', gateAge, undefined),
    logLevel: read('PORTICO_LOG_LEVEL', oneOf(...LOG_LEVELS), 'info'),
  }
  if (config.marketGate !== undefined && !/^https:|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|$)/.test(origin)) {
    wrong.push('PORTICO_MARKET_GATE needs PORTICO_URL to be an https address')
  }
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

function refuse(expected: string): never {
  throw new Error(expected)
}

function portNumber(text: string): number {
  const number = Number(text)
  return /^\d{1,5}$/.test(text) && number >= 1 && number <= 65_535 ? number : refuse('must be a port from 1 to 65535')
}

function optionalPort(text: string): number | undefined {
  return text === 'off' ? undefined : portNumber(text)
}

function optionalText(text: string): string | undefined {
  return text
}

function hostText(text: string): string {
  return /^[\w.:-]+$/.test(text) ? text : refuse('must be an address or a name such as 127.0.0.1, without a port')
}

function originText(text: string): string {
  const expected = 'must be an origin such as https://crm.example.com, without a path'
  if (!URL.canParse(text)) return refuse(expected)
  const url = new URL(text)
  const isBare = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
  return isBare && /^https?:$/.test(url.protocol) ? url.origin : refuse(expected)
}

function databaseUrl(text: string): string {
  const expected = 'must be a PostgreSQL address such as postgres://user:password@host:5432/name'
  return /^postgres(ql)?:\/\/.+/.test(text) && URL.canParse(text) ? text : refuse(expected)
}

function smtpUrl(text: string): string {
  const isSmtp = /^smtps?:\/\//.test(text) && URL.canParse(text) && new URL(text).hostname !== ''
  return isSmtp ? text : refuse('must be an address such as smtp://user:password@host:587')
}

function emailText(text: string): string {
  return /^[^\s@<>,;]+@[^\s@<>,;]+$/.test(text) ? text : refuse('must be an e-mail address')
}

function senderText(text: string): string {
  const address = /<([^<>]*)>$/.exec(text)?.[1] ?? text
  return /^[^\s@<>,;]+@[^\s@<>,;]+$/.test(address) ? text : refuse('must be like Portico <portico@example.com>')
}

function passwordText(text: string): string {
  checkPasswordRule(text)
  return text
}

function tokenText(text: string): string {
  return /^[0-9a-f]{40}$/i.test(text) ? text : refuse('must be 40 hexadecimal digits (openssl rand -hex 20)')
}

function secretList(text: string): readonly string[] {
  const secrets = text.split(',').map(secret => secret.trim())
  const isLong = secrets.every(secret => secret.length >= 32)
  return isLong ? secrets : refuse('must be at least 32 characters, or several such separated by commas')
}

function gateAge(text: string): number | undefined {
  if (text === 'off') return undefined
  const age = text === 'min-age' ? 18 : Number(text)
  return Number.isInteger(age) && age >= 1 && age <= 99 ? age : refuse('must be off or an age from 1 to 99')
}

function proxyList(text: string): string[] {
  const proxies = text.split(',').map(part => part.trim())
  return proxies.every(isNetwork) ? proxies : refuse('must be addresses or networks, such as 127.0.0.1, 10.0.0.0/8')
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32))
}

function checkFilesLocation(location: string, credentials: Config['files']): undefined {
  if (location === 'disk') return undefined
  if (!location.startsWith('s3://')) return refuse('must be disk or s3://KEY:SECRET@host/bucket')
  parseS3Location(location, credentials)
  return undefined
}

function oneOf<const Values extends readonly string[]>(...values: Values): (text: string) => Values[number] {
  return text => values.find(value => value === text) ?? refuse(`must be ${listed(values)}`)
}

function listed(values: readonly string[]): string {
  return `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`
}
