import type { ResolvedConfig } from '../config.ts'
import { isObject } from '../isObject.ts'
import { type Groth16Key, type Groth16Proof, groth16Verifier } from './groth16.ts'
import type { SelfAnswer, SelfVerification } from './self.ts'
import { SELF_KEYS } from './selfKeys.ts'
import { selfScopeHash } from './selfScope.ts'
import { type AttestationId, readSelfSignals, signalsIn, wholeNumberIn } from './selfSignals.ts'

/** The heavy half of the provider: parsing and proving. */
export function selfVerification(config: ResolvedConfig): SelfVerification {
  const keys = { ...SELF_KEYS, ...config.self.verificationKeys }
  return {
    scopeHash: selfScopeHash(config.domain, config.scope),
    parse,
    isProven: (attestationId, proof, signals) => verifierOf(keys[attestationId])(proof, signals),
  }
}

const verifiers = new WeakMap<Groth16Key, ReturnType<typeof groth16Verifier>>()

/** Making a key ready costs as much as a proof: once for all gates of a process, and only for documents that come. */
function verifierOf(key: Groth16Key): ReturnType<typeof groth16Verifier> {
  const verifier = verifiers.get(key) ?? groth16Verifier(key)
  verifiers.set(key, verifier)
  return verifier
}

function parse(body: unknown): SelfAnswer | undefined {
  if (!isObject(body)) return undefined
  const attestationId = attestationIn(body.attestationId)
  const signals = signalsIn(body.publicSignals)
  const proof = proofIn(body.proof)
  const { userContextData } = body
  if (!attestationId || !signals || !proof || typeof userContextData !== 'string') return undefined
  return {
    attestationId,
    signals,
    proof,
    statement: readSelfSignals(attestationId, signals),
    userContextData: userContextData.replace(/^0x/i, ''),
  }
}

function attestationIn(value: unknown): AttestationId | undefined {
  const number = wholeNumberIn(value)
  if (number === 1n) return 1
  return number === 2n ? 2 : undefined
}

function proofIn(value: unknown): Groth16Proof | undefined {
  if (!isObject(value)) return undefined
  const a = pairIn(value.a)
  const c = pairIn(value.c)
  const [x, y] = Array.isArray(value.b) ? value.b.slice(0, 2).map(pairIn) : []
  return a && x && y && c ? { a, b: [x, y], c } : undefined
}

/** A third, projective coordinate is tolerated and not used. */
function pairIn(value: unknown): readonly [bigint, bigint] | undefined {
  if (!Array.isArray(value) || value.length < 2 || value.length > 3) return undefined
  const [first, second] = value.map(wholeNumberIn)
  return first === undefined || second === undefined ? undefined : [first, second]
}
