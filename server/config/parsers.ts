import { isIP } from 'node:net'
import { checkPasswordRule } from '@portico/kit/access/password'
import { parseS3Location } from '@portico/kit/files/s3Location'

/** Each turns the text of a setting into its value, or throws an error that says what the text must be. */

function refuse(expected: string): never {
  throw new Error(expected)
}

export function portNumber(text: string): number {
  const number = Number(text)
  return /^\d{1,5}$/.test(text) && number >= 1 && number <= 65_535 ? number : refuse('must be a port from 1 to 65535')
}

export function optionalPort(text: string): number | undefined {
  return text === 'off' ? undefined : portNumber(text)
}

export function optionalText(text: string): string | undefined {
  return text
}

export function hostText(text: string): string {
  return /^[\w.:-]+$/.test(text) ? text : refuse('must be an address or a name such as 127.0.0.1, without a port')
}

/** A name that goes into mails and titles. */
export function nameText(text: string): string {
  return /^[^\p{Cc}"<>]{1,60}$/u.test(text)
    ? text
    : refuse('must be 1 to 60 characters without quotes and angle brackets')
}

export function originText(text: string): string {
  const expected = 'must be an origin such as https://crm.example.com, without a path'
  if (!URL.canParse(text)) return refuse(expected)
  const url = new URL(text)
  const isBare = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
  return isBare && /^https?:$/.test(url.protocol) ? url.origin : refuse(expected)
}

export function databaseUrl(text: string): string {
  const expected = 'must be a PostgreSQL address such as postgres://user:password@host:5432/name'
  return /^postgres(ql)?:\/\/.+/.test(text) && URL.canParse(text) ? text : refuse(expected)
}

export function smtpUrl(text: string): string {
  const isSmtp = /^smtps?:\/\//.test(text) && URL.canParse(text) && new URL(text).hostname !== ''
  return isSmtp ? text : refuse('must be an address such as smtp://user:password@host:587')
}

export function emailText(text: string): string {
  return /^[^\s@<>,;]+@[^\s@<>,;]+$/.test(text) ? text : refuse('must be an e-mail address')
}

export function senderText(text: string): string {
  const address = /<([^<>]*)>$/.exec(text)?.[1] ?? text
  return /^[^\s@<>,;]+@[^\s@<>,;]+$/.test(address) ? text : refuse('must be like Portico <portico@example.com>')
}

export function passwordText(text: string): string {
  checkPasswordRule(text)
  return text
}

export function tokenText(text: string): string {
  return /^[0-9a-f]{40}$/i.test(text) ? text : refuse('must be 40 hexadecimal digits (openssl rand -hex 20)')
}

export function secretList(text: string): readonly string[] {
  const secrets = text.split(',').map(secret => secret.trim())
  const isLong = secrets.every(secret => secret.length >= 32)
  return isLong ? secrets : refuse('must be at least 32 characters, or several such separated by commas')
}

export function workerCount(text: string): number {
  return countUpTo(16, text)
}

export function searchCount(text: string): number {
  return countUpTo(10_000, text)
}

function countUpTo(most: number, text: string): number {
  const count = Number(text)
  return Number.isInteger(count) && count >= 1 && count <= most ? count : refuse(`must be a number from 1 to ${most}`)
}

export function gateAge(text: string): number | undefined {
  if (text === 'off') return undefined
  const age = text === 'min-age' ? 18 : Number(text)
  return Number.isInteger(age) && age >= 1 && age <= 99 ? age : refuse('must be off or an age from 1 to 99')
}

export function proxyList(text: string): string[] {
  const proxies = text.split(',').map(part => part.trim())
  return proxies.every(isNetwork) ? proxies : refuse('must be addresses or networks, such as 127.0.0.1, 10.0.0.0/8')
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32))
}

export function oneOf<const Values extends readonly string[]>(...values: Values): (text: string) => Values[number] {
  return text => values.find(value => value === text) ?? refuse(`must be ${listed(values)}`)
}

function listed(values: readonly string[]): string {
  return `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`
}

export function checkFilesLocation(location: string, credentials: Parameters<typeof parseS3Location>[1]): undefined {
  if (location === 'disk') return undefined
  if (!location.startsWith('s3://')) return refuse('must be disk or s3://KEY:SECRET@host/bucket')
  parseS3Location(location, credentials)
  return undefined
}
