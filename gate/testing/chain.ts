import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Chain {
  url: string
  calls: { to: string; data: string }[]
  close(): Promise<void>
}

/** A JSON-RPC listener on loopback that knows one registry and the given roots. */
export async function aChain(
  roots: readonly bigint[],
  hub = '0x16ECBA51e18a4a7e61fdC417f0d47AFEeDfbed74',
): Promise<Chain> {
  const registry = '0x00000000000000000000000000000000000e9157'
  const calls: Chain['calls'] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const { id, params } = JSON.parse(text)
    calls.push(params[0])
    const { to, data } = params[0]
    const argument = BigInt(`0x${data.slice(10)}`)
    const isHub = to === hub && data.startsWith('0x7ef50298')
    const isRegistry = to === registry && data.startsWith('0xfd05ecd8')
    const result = isHub ? BigInt(registry) : BigInt(isRegistry && roots.includes(argument))
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: `0x${result.toString(16).padStart(64, '0')}` }))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    calls,
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
}
