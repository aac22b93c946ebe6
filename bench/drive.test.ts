import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { driveInTurn } from './drive.ts'

async function toy(status: number): Promise<{ origin: string; seen: Set<string> }> {
  const seen = new Set<string>()
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request
    seen.add(`${method} ${url} ${headers.token} ${headers['content-type']} ${await text(request)}`)
    // Slow, so that it keeps no core busy.
    setTimeout(() => response.writeHead(status).end(), 20)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

test('calls are made in turn, as they are given', async () => {
  const { origin, seen } = await toy(200)
  const changed = { path: '/b', method: 'PATCH', headers: { token: 'x' }, body: '{"name":"\\"Größe\\"\\n"}' } as const

  const { answers, rate, median } = await driveInTurn({ origin, shots: [{ path: '/a?n=1' }, changed], seconds: 1 })

  expect(seen).toEqual(new Set(['GET /a?n=1 undefined undefined ', `PATCH /b x application/json ${changed.body}`]))
  expect(answers).toBeGreaterThan(16)
  expect(rate).toBeGreaterThan(16)
  expect(median).toBeGreaterThan(15)
})

test('a refusal ends the measurement', async () => {
  const { origin } = await toy(429)

  await expect(driveInTurn({ origin, shots: [{ path: '/' }], seconds: 1 })).rejects.toThrow('with a refusal')
})
