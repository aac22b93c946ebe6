import * as poseidon from 'poseidon-lite'

const CHUNK = 31

/** What a proof is bound to: the host the answer goes to and the scope's name, hashed as Self's circuit does. */
export function selfScopeHash(domain: string, scope: string): bigint {
  const chunks = new URL(domain).host.match(/.{1,31}/g) ?? []
  return poseidon.poseidon2([poseidonOf(chunks.map(numberOf)), numberOf(scope)])
}

/** A host name has at most 253 characters, that is nine chunks. */
function poseidonOf(inputs: bigint[]): bigint {
  const { poseidon1, poseidon2, poseidon3, poseidon4, poseidon5, poseidon6, poseidon7, poseidon8, poseidon9 } = poseidon
  const all = [poseidon1, poseidon2, poseidon3, poseidon4, poseidon5, poseidon6, poseidon7, poseidon8, poseidon9]
  const hash = all[inputs.length - 1]
  if (hash === undefined) throw new Error(`gate: domain is longer than ${all.length * CHUNK} characters`)
  return hash(inputs)
}

/** ASCII text as one number, first character highest. */
function numberOf(text: string): bigint {
  return Array.from(text).reduce((number, character) => (number << 8n) | BigInt(character.charCodeAt(0)), 0n)
}
