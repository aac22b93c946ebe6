import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { newSecret, signedHeaders } from './signature.ts'

const delivery = { id: 'msg_1', time: new Date('2026-01-01T00:00:00.999Z'), body: '{"a":1}' }

test('a delivery is signed as Standard Webhooks says', () => {
  // The example of standardwebhooks.com, computed here from its words: `id.timestamp.body` with the decoded secret.
  const key = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64')
  const expected = createHmac('sha256', key).update('msg_1.1767225600.{"a":1}').digest('base64')

  expect(signedHeaders(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], delivery)).toEqual({
    'webhook-id': 'msg_1',
    'webhook-timestamp': '1767225600',
    'webhook-signature': `v1,${expected}`,
  })
})

test('while one secret takes the place of another there is a signature for each', () => {
  const [one, other] = [newSecret(), newSecret()]
  const of = (secret: string) => signedHeaders([secret], delivery)['webhook-signature']

  expect(signedHeaders([one, other], delivery)['webhook-signature']).toBe(`${of(one)} ${of(other)}`)
})

test('a secret is 24 random bytes', () => {
  const secret = newSecret()
  expect(secret).toMatch(/^whsec_[\w+/]{32}$/)
  expect(newSecret()).not.toBe(secret)
})
