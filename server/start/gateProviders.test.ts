import { isZkAvailable } from 'gate'
import { expect, test } from 'vitest'
import { startTestServer } from '../testing/startTestServer.ts'
import { gateProviders } from './gateProviders.ts'

test('the gate offers ZKPassport where its SDK is there, and Self everywhere', async () => {
  expect(await gateProviders(async () => true)).toEqual(['self', 'zk'])
  expect(await gateProviders(async () => false)).toEqual(['self'])
})

test('the demo and the checkout offer the same, whatever is installed here', async () => {
  const { origin } = await startTestServer({ PORTICO_MARKET_GATE: '18' })
  const demo = await fetch(`${origin}/gate/demo`, { headers: { accept: 'application/json' } })
  const { providers } = (await demo.json()) as { providers: object }
  const checkout = await fetch(`${origin}/market/gate/verify/zk`)

  const isThere = await isZkAvailable()
  expect(Object.keys(providers)).toEqual(isThere ? ['self', 'zk'] : ['self'])
  expect(checkout.status).toBe(isThere ? 200 : 404)
})
