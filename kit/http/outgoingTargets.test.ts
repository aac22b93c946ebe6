import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openOutgoing } from './outgoing.ts'
import { outgoingTarget } from './outgoingTarget.ts'
import { isPublicAddress } from './publicAddress.ts'
import { resolveBySystem } from './resolveNames.ts'

/** Stands for everything that only this machine reaches: nothing may ever connect to it. */
let connections = 0
const listener = createServer(socket => {
  connections++
  socket.on('error', () => {}).end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi')
})
await new Promise<void>(resolve => listener.listen(0, resolve))
const address = listener.address()
const port = typeof address === 'object' && address ? address.port : 0
afterAll(() => void listener.close())
beforeEach(() => {
  connections = 0
})

const NAMES: Record<string, string[]> = {
  'loopback.example': ['127.0.0.1'],
  'private.example': ['10.0.0.1'],
  'one-of-two.example': ['93.184.216.34', '127.0.0.1'],
  'one-of-three.example': ['93.184.216.34', '93.184.216.35', '169.254.169.254'],
  'other-family.example': ['93.184.216.34', '::1'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'nat64.example': ['64:ff9b::7f00:1'],
  'zone.example': ['fe80::1%lo'],
  'nonsense.example': ['127.1'],
  'none.example': [],
  'metadata.google.internal': ['169.254.169.254'],
  'own-address.example': ['93.184.216.40'],
  'xn--bcher-kva.example': ['192.168.1.1'],
}
const strict = openOutgoing({
  privateTargets: false,
  timeoutMs: 1_000,
  own: { host: 'crm.example', addresses: () => ['93.184.216.40', '2606:4700::40'] },
  resolve: async host => (NAMES[host.toLowerCase()] ?? ['127.0.0.1']).map(found => ({ address: found, family: 4 })),
})

/** What stands between `http://` and the port. */
const HOSTS = [
  ...[
    '127.0.0.1',
    '127.0.0.1.',
    '127.1',
    '127.0.1',
    '2130706433',
    '017700000001',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
  ],
  ...['127.255.255.254', '0.0.0.0', '0', '0x0', '00.0', '127.0.0.0x1', '%31%32%37.1', '127%2e0%2e0%2e1'],
  ...['１２７.0.0.1', '①②⑦.0.0.1', '127。0。0。1', '127．0．0．1', '\t127.0.0.1', '127.0.0.1%00', '127.0.0.256'],
  ...[
    'localhost',
    'LOCALHOST',
    'localhost.',
    'localhost..',
    'a.localhost',
    'ⓛocalhost',
    'lo\u00adcalhost',
    'ip6-localhost',
  ],
  ...['10.0.0.1', '10.255.255.255', '100.64.0.1', '100.100.100.200', '168.63.129.16', '169.254.169.254', '0xa9fea9fe'],
  ...['172.16.0.1', '172.31.255.255', '192.0.0.192', '192.0.2.1', '192.88.99.1', '192.168.0.1', '198.18.0.1'],
  ...['198.51.100.1', '203.0.113.1', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
  ...[
    '[::]',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::127.0.0.1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::ffff:0:127.0.0.1]',
  ],
  ...['[::ffff:10.0.0.1]', '[::ffff:8.8.8.8]', '[64:ff9b::127.0.0.1]', '[64:ff9b:1::7f00:1]', '[2002:7f00:1::]'],
  ...['[2001:0:4136:e378:8000:63bf:3fff:fdd2]', '[100::1]', '[2001:db8::1]', '[3fff::1]', '[5f00::1]', '[fc00::1]'],
  ...['[fd00:ec2::254]', '[fe80::1]', '[fe80::1%25lo]', '[fe80::1%lo]', '[::1%25lo]', '[fec0::1]', '[ff02::1]'],
  ...['[v1.127.0.0.1]', 'a b', '1.2.3.4.5', '', ...Object.keys(NAMES), 'LOOPBACK.example', 'bücher.example'],
  ...['crm.example', 'CRM.example', 'crm.example.', '93.184.216.40', '[2606:4700::40]'],
]

const URLS = [
  ...HOSTS.flatMap(host => [`http://${host}:${port}/`, `https://${host}:${port}/`]),
  `http:127.0.0.1:${port}/`,
  `http:///127.0.0.1:${port}/`,
  `http:\\\\127.0.0.1:${port}\\`,
  `http://app.example\\@127.0.0.1:${port}/`,
  `http://app.example@127.0.0.1:${port}/`,
  `http://user:secret@loopback.example:${port}/`,
  `http://127.0.0.1:${port}#@93.184.216.34/`,
  `ws://127.0.0.1:${port}/`,
  `ftp://127.0.0.1:${port}/`,
  `gopher://127.0.0.1:${port}/_x`,
  'file:///etc/passwd',
  'data:text/plain,x',
  'unix:/var/run/docker.sock:/containers',
  'http+unix://%2Fvar%2Frun%2Fdocker.sock/',
  '//127.0.0.1/',
  'http://',
  'nonsense',
  ...[0, 22, 25, 110, 143, 465, 587, 993, 6667].map(refused => `http://93.184.216.34:${refused}/`),
]

test.each(URLS)('not allowed, and nothing connects: %j', async url => {
  expect(await strict({ method: 'POST', url, body: '{}' })).toMatchObject({ problem: 'not allowed' })
  expect(connections).toBe(0)
})

test('the listener is there: where private targets are allowed, odd spellings reach it', async () => {
  const toAll = openOutgoing({ privateTargets: true })

  for (const host of ['127.0.0.1', '0x7f.1', '2130706433', 'localhost', '①②⑦.0.0.1'])
    expect(await toAll({ method: 'POST', url: `http://${host}:${port}/` }), host).toMatchObject({ status: 200 })
  expect(connections).toBe(5)
})

describe('names of /etc/hosts', () => {
  const local = readFileSync('/etc/hosts', 'utf8')
    .split('\n')
    .map(line => line.replace(/#.*/, '').trim().split(/\s+/))
    .flatMap(([found = '', ...names]) => (isPublicAddress(found) ? [] : names))

  test.each([...new Set(local)])('not allowed, and nothing connects: %s', async name => {
    const send = openOutgoing({ privateTargets: false, resolve: resolveBySystem })

    expect(await send({ method: 'POST', url: `http://${name}:${port}/` })).toMatchObject({ problem: 'not allowed' })
    expect(connections).toBe(0)
  })
})

describe('an address that is entered', () => {
  test.each([
    ['https://app.example/hook', 'https://app.example/hook'],
    ['http://App.Example:8443/a b', 'http://app.example:8443/a%20b'],
    ['https://8.8.8.8/', 'https://8.8.8.8/'],
  ])('%s is fine', (entered, expected) => {
    expect(outgoingTarget(entered, { privateTargets: false }).href).toBe(expected)
  })

  test.each([
    ['https://0x7f.1/', '127.0.0.1 is a private address'],
    ['https://a:b@app.example/', 'must not hold a user name or a password'],
    ['ftp://app.example/', 'must begin with https:// or http://'],
    ['app.example', 'must be a URL such as'],
    ['https://app.example:25/', 'not sent to port 25'],
    ['https://crm.example./', 'is this server itself'],
  ])('400 for %s', (entered, text) => {
    expect(() => outgoingTarget(entered, { privateTargets: false, own: { host: 'crm.example' } })).toThrow(
      expect.objectContaining({ code: 'invalid', message: expect.stringContaining(text) }),
    )
  })
})

test.each([
  ['93.184.216.34', true],
  ['8.8.8.8', true],
  ['2606:4700::1111', true],
  ['172.32.0.1', true],
  ['::ffff:8.8.8.8', false],
  ['not an address', false],
])('%s is public: %s', (given, expected) => {
  expect(isPublicAddress(given)).toBe(expected)
})
