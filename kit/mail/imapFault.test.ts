import { expect, test } from 'vitest'
import { IMAP_FAULT, imapFault } from './imapFault.ts'

const account = { host: 'mail.test', port: 993, password: 'hush' }
const error = (message: string, facts: object = {}) => Object.assign(new Error(message), facts)
const told = (given: unknown) => imapFault(given, account)

test('every fault can be told from one of ours', () => {
  expect(told(error('x'))).toMatchObject({ code: IMAP_FAULT })
  expect(IMAP_FAULT).toBe('imap')
})

test('a refusal names the server, with what it says', () => {
  expect(told(error('Command failed', { authenticationFailed: true })).message).toBe(
    'The mail server mail.test refuses the user name or password',
  )
  const said = { authenticationFailed: true, responseText: 'no  such\nuser' }
  expect(told(error('Command failed', said)).message).toBe(
    'The mail server mail.test refuses the user name or password: no such user',
  )
  expect(told(error('failed', { authenticationFailed: 'yes' })).message).toBe(
    'The mail server mail.test failed: failed',
  )
})

test('the password is never told', () => {
  expect(told(error('user hush, hush')).message).toBe('The mail server mail.test failed: user …, …')
  expect(imapFault(error('plain'), { ...account, password: '' }).message).toBe(
    'The mail server mail.test failed: plain',
  )
})

test.each([
  ...[
    'ECONNREFUSED',
    'ECONNRESET',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ENOTFOUND',
    'ENODATA',
    'ESERVFAIL',
    'EAI_AGAIN',
  ].map(code => [code, `Nothing answers at mail.test:993 (${code})`]),
  ...['CONNECT_TIMEOUT', 'GREETING_TIMEOUT', 'UPGRADE_TIMEOUT', 'ETIMEOUT', 'ETIMEDOUT', 'LockTimeout'].map(code => [
    code,
    'The mail server mail.test:993 does not answer in time',
  ]),
  ...['LineTooLarge', 'LiteralTooLarge', 'ResponseTooLarge', 'DownloadOverflow'].map(code => [
    code,
    'The mail server mail.test sends more data than is accepted',
  ]),
  ...['CERT_HAS_EXPIRED', 'ERR_SSL_WRONG_VERSION', 'ERR_TLS_X', 'EPROTO', 'SELF_SIGNED', 'ALTNAME'].map(code => [
    code,
    `No encrypted connection to mail.test:993 (${code}): look at its certificate, port and security`,
  ]),
])('%s', (code, message) => expect(told(error('whatever', { code })).message).toBe(message))

test('anything else says what the server said, its code, or that there is no reason; 200 characters at most', () => {
  expect(told(error('', { code: 'ODD' })).message).toBe('The mail server mail.test failed: ODD')
  expect(told(error('')).message).toBe('The mail server mail.test failed: no reason given')
  expect(told(error('own', { responseText: 'theirs' })).message).toBe('The mail server mail.test failed: theirs')
  expect(told('a text').message).toBe('The mail server mail.test failed: a text')
  expect(told(error('x'.repeat(300))).message).toBe(`The mail server mail.test failed: ${'x'.repeat(200)}`)
})
