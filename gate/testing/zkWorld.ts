import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Fetch } from '../config.ts'
import { recorded } from './recorded.ts'

export interface ZkRecording {
  proofName: string
  circuitVersion: string
  vkeyHash: string
  domain: string
  scope: string
  proves: { bind?: Record<string, string> }
  committedInputs: Record<string, { rootHash?: string }>
  publicInputs: string[]
  proof: string
}

/** The moment both proofs were made. */
export const ZK_RECORDED_AT = 1_777_559_398_000

export function aZkProof(recording: ZkRecording) {
  return {
    proof: recording.publicInputs.map(input => input.slice(2)).join('') + recording.proof,
    vkeyHash: recording.vkeyHash,
    version: recording.circuitVersion,
    name: recording.proofName,
    committedInputs: recording.committedInputs,
    index: 0,
    total: 1,
  }
}

export interface ZkWorld {
  fetch: Fetch
  asked: string[]
  close(): Promise<void>
}

/**
 * Everything the SDK asks the network, answered by a listener on loopback: registry roots, the circuit manifest, the
 * sanctions list and the chain's word on an outer proof.
 */
export async function aZkWorld(answers: { rootIsValid: boolean; proofIsValid: boolean }): Promise<ZkWorld> {
  const manifest = recorded<unknown>('zk-circuit-manifest.json')
  const sanctionsRoot = recorded<ZkRecording>('zk-all.json').committedInputs.exclusion_check_sanctions_evm?.rootHash
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const target = request.headers['x-meant-for'] ?? ''
    asked.push(String(target))
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answerTo(String(target), text)))
  })

  function answerTo(target: string, text: string): unknown {
    if (text !== '') {
      const call: RpcCall | RpcCall[] = JSON.parse(text)
      return Array.isArray(call) ? call.map(chainAnswer) : chainAnswer(call)
    }
    if (target.includes('manifest')) return manifest
    if (target.includes('sanctions')) return [['0x0', '0x0'], [sanctionsRoot]]
    return { name: 'circuit', hash: '0x1', noir_version: '1', bb_version: '4', vkey: 'AAAA', vkey_hash: '0x1' }
  }

  /** A proof is kilobytes of call data; a question about a root is a few words. */
  function chainAnswer({ id, params }: RpcCall) {
    const isProof = (params[0]?.data.length ?? 0) > 2_000
    const verdict = isProof ? [answers.proofIsValid, true, true] : [answers.rootIsValid]
    const result = `0x${verdict.map(word => (word ? '1' : '0').padStart(64, '0')).join('')}`
    return { jsonrpc: '2.0', id, result }
  }

  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    asked,
    fetch: (target, init) => {
      const headers = { 'x-meant-for': target }
      const method = init?.method ?? 'GET'
      const body = init?.body
      return globalThis.fetch(`http://127.0.0.1:${port}/`, { method, headers, ...(body ? { body } : {}) })
    },
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
}

interface RpcCall {
  id: number
  params: { data: string }[]
}
