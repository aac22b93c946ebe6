import type { Fetch } from '../config.ts'
import { isObject } from '../isObject.ts'

/** Asks the chain whether Self's registry knows a root. */
export interface SelfRegistry {
  knowsRoot(attestationId: number, root: bigint): Promise<boolean>
}

/** First four bytes of keccak-256 of the signature. */
export const SELECTORS = {
  'registry(bytes32)': '7ef50298',
  'checkIdentityCommitmentRoot(uint256)': 'fd05ecd8',
}

const TIMEOUT = 10_000

/** The hub names the registry of a document kind; that seldom changes. */
const REMEMBER_REGISTRY = 10 * 60_000

export function selfRegistry(options: { rpcUrl: string; hub: string; fetch: Fetch; now: () => number }): SelfRegistry {
  const registries = new Map<number, { address: string; until: number }>()

  /** `eth_call` of a function with one 32-byte argument and one 32-byte answer. */
  async function call(contract: string, signature: keyof typeof SELECTORS, argument: bigint): Promise<bigint> {
    const data = `0x${SELECTORS[signature]}${argument.toString(16).padStart(64, '0')}`
    const response = await options.fetch(options.rpcUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params: [{ to: contract, data }, 'latest'] }),
      signal: AbortSignal.timeout(TIMEOUT),
    })
    if (!response.ok) throw new Error(`gate: the chain's RPC answered ${response.status}`)
    const result = resultIn(await response.json())
    if (result === undefined) throw new Error(`gate: the chain's RPC gave no answer to ${signature}`)
    return result
  }

  async function registryOf(attestationId: number): Promise<string> {
    const known = registries.get(attestationId)
    if (known && known.until > options.now()) return known.address
    const answer = await call(options.hub, 'registry(bytes32)', BigInt(attestationId))
    if (answer === 0n || answer >> 160n !== 0n) throw new Error('gate: the hub names no registry')
    const address = `0x${answer.toString(16).padStart(40, '0')}`
    registries.set(attestationId, { address, until: options.now() + REMEMBER_REGISTRY })
    return address
  }

  return {
    async knowsRoot(attestationId, root) {
      return (await call(await registryOf(attestationId), 'checkIdentityCommitmentRoot(uint256)', root)) === 1n
    },
  }
}

function resultIn(answer: unknown): bigint | undefined {
  const result = isObject(answer) ? answer.result : undefined
  return typeof result === 'string' && /^0x[0-9a-f]{64}$/i.test(result) ? BigInt(result) : undefined
}
