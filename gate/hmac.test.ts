import nodeCrypto from 'node:crypto'
import { afterEach, expect, it, vi } from 'vitest'
import { toHex } from './bytes.ts'
import { fastestHmac, nodeHmac, webHmac } from './hmac.ts'
import { signingWith } from './signing.ts'
import { SECRET } from './testing/visitor.ts'

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['by Node', nodeHmac(nodeCrypto)],
  ['by WebCrypto', webHmac],
])('is HMAC-SHA-256 as in RFC 4231, %s', async (_, hmac) => {
  const mac = await hmac('Jefe')('what do ya want for nothing?')

  expect(toHex(mac)).toBe('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843')
})

it('signs the same by both, so instances on different runtimes accept each other', async () => {
  const [here, there] = [signingWith(SECRET, nodeHmac(nodeCrypto)), signingWith(SECRET, webHmac)]

  expect(await there.open('claim', await here.sign('claim', 'größer'))).toBe('größer')
  expect(await here.open('claim', await there.sign('claim', 'größer'))).toBe('größer')
  expect(await there.open('token', await here.sign('claim', 'größer'))).toBeUndefined()
})

it('takes Node where there is one, WebCrypto elsewhere', () => {
  expect(fastestHmac()(SECRET)('text')).toBeInstanceOf(Uint8Array)
  vi.stubGlobal('process', undefined)
  expect(fastestHmac()(SECRET)('text')).toBeInstanceOf(Promise)
})
