import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packageFolder } from '@portico/kit/files/packageFolder'
import { expect, test } from 'vitest'
import { readConfig } from './readConfig.ts'
import { SETTINGS } from './settings.ts'

test('an empty environment gives the defaults', () => {
  const config = readConfig({})

  expect(config).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    origin: 'http://localhost:8080',
    databaseUrl: undefined,
    owner: { email: 'owner@example.com', password: undefined, apiToken: undefined },
    secrets: [],
    rateLimit: true,
    searchLimit: 10,
    proxies: [],
    files: { location: 'disk' },
    mail: { smtpUrl: undefined, from: 'Portico <portico@localhost>' },
    mailIn: undefined,
    privateTargets: false,
    marketGate: undefined,
    workers: 1,
    logLevel: 'info',
  })
  expect(config.dataDirectory).toBe(join(process.cwd(), 'data'))
})

test('every setting is taken as given', () => {
  const config = readConfig({
    PORT: '9000',
    HOST: '0.0.0.0',
    PORTICO_URL: 'https://crm.example.com/',
    PORTICO_DATA_DIR: '/srv/portico',
    DATABASE_URL: 'postgres://u:p@db/portico',
    PORTICO_OWNER_EMAIL: 'ann@example.com',
    PORTICO_OWNER_PASSWORD: 'correct horse',
    PORTICO_API_TOKEN: 'ab'.repeat(20),
    PORTICO_SECRET: `${'n'.repeat(32)}, ${'o'.repeat(32)}`,
    PORTICO_RATE_LIMIT: 'off',
    PORTICO_SEARCH_LIMIT: '50',
    PORTICO_SIGNUP: 'open',
    PORTICO_PROXIES: '127.0.0.1,10.0.0.0/8',
    PORTICO_FILES: 's3://storage.example.com/acme?region=eu',
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: 'secret',
    SMTP_URL: 'smtp://mail.example.com:587',
    PORTICO_MAIL_FROM: 'Acme <crm@example.com>',
    PORTICO_SMTP_IN_PORT: '2525',
    PORTICO_PRIVATE_TARGETS: 'allow',
    PORTICO_MARKET_NAME: 'Campus books',
    PORTICO_MARKET_GATE: '21',
    PORTICO_READ_URL: 'postgres://u:p@replica/portico',
    PORTICO_WORKERS: '4',
    PORTICO_LOG_LEVEL: 'warn',
  })

  expect(config).toEqual({
    port: 9000,
    host: '0.0.0.0',
    origin: 'https://crm.example.com',
    dataDirectory: '/srv/portico',
    databaseUrl: 'postgres://u:p@db/portico',
    readUrl: 'postgres://u:p@replica/portico',
    owner: { email: 'ann@example.com', password: 'correct horse', apiToken: 'ab'.repeat(20) },
    secrets: ['n'.repeat(32), 'o'.repeat(32)],
    rateLimit: false,
    searchLimit: 50,
    openSignUp: true,
    proxies: ['127.0.0.1', '10.0.0.0/8'],
    files: {
      location: 's3://storage.example.com/acme?region=eu',
      accessKeyId: 'key',
      secretAccessKey: 'secret',
    },
    mail: { smtpUrl: 'smtp://mail.example.com:587', from: 'Acme <crm@example.com>' },
    mailIn: { port: 2525, certFile: undefined, keyFile: undefined },
    privateTargets: true,
    marketName: 'Campus books',
    marketGate: 21,
    workers: 4,
    logLevel: 'warn',
  })
})

test.each([
  ['PORT', 'eighty'],
  ['PORT', '70000'],
  ['HOST', 'http://here'],
  ['PORTICO_URL', 'books.example.edu'],
  ['PORTICO_URL', 'https://example.edu/books'],
  ['DATABASE_URL', 'mysql://db/portico'],
  ['PORTICO_READ_URL', 'mysql://db/portico'],
  ['PORTICO_READ_URL', 'postgres://replica/portico'],
  ['PORTICO_OWNER_EMAIL', 'ann'],
  ['PORTICO_OWNER_PASSWORD', 'short'],
  ['PORTICO_API_TOKEN', 'not-hexadecimal'],
  ['PORTICO_SECRET', 'short-secret'],
  ['PORTICO_RATE_LIMIT', 'maybe'],
  ['PORTICO_SEARCH_LIMIT', '0'],
  ['PORTICO_SIGNUP', 'maybe'],
  ['PORTICO_PROXIES', 'proxy.example.com'],
  ['PORTICO_PROXIES', '10.0.0.0/33'],
  ['PORTICO_FILES', 'ftp://files'],
  ['PORTICO_FILES', 's3://host/bucket'],
  ['PORTICO_WORKERS', '0'],
  ['PORTICO_WORKERS', 'two'],
  ['SMTP_URL', 'mail.example.com'],
  ['PORTICO_MAIL_FROM', 'Acme'],
  ['PORTICO_SMTP_IN_PORT', '-1'],
  ['PORTICO_PRIVATE_TARGETS', 'yes'],
  ['PORTICO_MARKET_GATE', '200'],
  ['PORTICO_LOG_LEVEL', 'loud'],
])('%s=%s is refused in one line that does not repeat it', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} [^\\n]+$`))
  if (value.length > 6) expect(() => readConfig({ [name]: value })).not.toThrow(value)
})

test('an unknown PORTICO_ name is refused with the one that was meant', () => {
  expect(() => readConfig({ PORTICO_DATADIR: '/srv' })).toThrow(
    'PORTICO_DATADIR is not a setting; did you mean PORTICO_DATA_DIR?',
  )
})

test('everything wrong is said at once, one line each', () => {
  expect(() => readConfig({ PORT: 'x', PORTICO_WHAT: '1', PORTICO_LOG_LEVEL: 'loud' })).toThrow(/^.+\n.+\n.+$/)
})

test('the port for mail is another one, and its certificate has a key', () => {
  expect(() => readConfig({ PORT: '2525', PORTICO_SMTP_IN_PORT: '2525' })).toThrow('must be two ports')
  expect(() => readConfig({ PORTICO_SMTP_IN_PORT: '2525', PORTICO_SMTP_IN_CERT: '/c.pem' })).toThrow(
    'PORTICO_SMTP_IN_CERT and PORTICO_SMTP_IN_KEY are needed together',
  )
})

test('a gate in front of checkout needs https, or this machine', () => {
  const gate = { PORTICO_MARKET_GATE: '18' }

  expect(() => readConfig({ ...gate, PORTICO_URL: 'http://books.example.edu' })).toThrow('PORTICO_MARKET_GATE')
  expect(readConfig({ ...gate, PORTICO_URL: 'https://books.example.edu' }).marketGate).toBe(18)
  expect(readConfig(gate).marketGate).toBe(18)
})

test('.env.example and the table in docs/operating.md name every setting, and no other', async () => {
  const root = packageFolder(import.meta.url, '..')
  const example = await readFile(join(root, '.env.example'), 'utf8')
  const operating = await readFile(join(root, 'docs', 'operating.md'), 'utf8')
  const rows = [...operating.matchAll(/^\| `([A-Z_]+)` \| (.+?) \| (.+?) \|$/gm)]

  const listed = [...example.matchAll(/^#? ?([A-Z_]+)=/gm)].map(found => found[1])
  expect(listed.sort()).toEqual(Object.keys(SETTINGS).sort())
  const table = rows.map(([, name = '', without, meaning]) => [name, { without, meaning }])
  expect(Object.fromEntries(table)).toEqual(SETTINGS)
})

test('.env.example is read without complaint', async () => {
  const example = await readFile(packageFolder(import.meta.url, '..', '.env.example'), 'utf8')
  const set = [...example.matchAll(/^# ([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value])

  expect(() => readConfig(Object.fromEntries(set))).not.toThrow()
})
