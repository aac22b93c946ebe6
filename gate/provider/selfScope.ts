// One by one: the package as a whole brings constants for sixteen inputs, most of its weight.
import { poseidon1 } from 'poseidon-lite/poseidon1'
import { poseidon2 } from 'poseidon-lite/poseidon2'
import { poseidon3 } from 'poseidon-lite/poseidon3'
import { poseidon4 } from 'poseidon-lite/poseidon4'
import { poseidon5 } from 'poseidon-lite/poseidon5'
import { poseidon6 } from 'poseidon-lite/poseidon6'
import { poseidon7 } from 'poseidon-lite/poseidon7'
import { poseidon8 } from 'poseidon-lite/poseidon8'
import { poseidon9 } from 'poseidon-lite/poseidon9'

const CHUNK = 31

/** What a proof is bound to: the host the answer goes to and the scope's name, hashed as Self's circuit does. */
export function selfScopeHash(domain: string, scope: string): bigint {
  const chunks = new URL(domain).host.match(/.{1,31}/g) ?? []
  return poseidon2([poseidonOf(chunks.map(numberOf)), numberOf(scope)])
}

/** By number of inputs. A host name has at most 253 characters, that is nine chunks. */
const HASHES = [poseidon1, poseidon2, poseidon3, poseidon4, poseidon5, poseidon6, poseidon7, poseidon8, poseidon9]

function poseidonOf(inputs: bigint[]): bigint {
  const hash = HASHES[inputs.length - 1]
  if (hash === undefined) throw new Error(`gate: domain is longer than ${HASHES.length * CHUNK} characters`)
  return hash(inputs)
}

/** ASCII text as one number, first character highest. */
function numberOf(text: string): bigint {
  return Array.from(text).reduce((number, character) => (number << 8n) | BigInt(character.charCodeAt(0)), 0n)
}
