import type { ResolvedConfig } from '../config.ts'
import type { Pieces } from '../inPieces.ts'
import { isObject } from '../isObject.ts'
import { type Groth16Key, type Groth16Proof, type PreparedKey, prepareKey, verifyProof } from './groth16.ts'
import type { SelfAnswer, SelfVerification } from './self.ts'
import { SELF_KEYS } from './selfKeys.ts'
import { selfScopeHash } from './selfScope.ts'
import { type AttestationId, readSelfSignals, signalsIn, wholeNumberIn } from './selfSignals.ts'

/** Parses answers and verifies proofs: the part of the provider that takes long to load. */
export function selfVerification(config: ResolvedConfig): SelfVerification {
  const keys = { ...SELF_KEYS, ...config.self.verificationKeys }
  return {
    scopeHash: selfScopeHash(config.domain, config.scope),
    parse,
    *proving(attestationId, proof, signals) {
      return yield* verifyProof(yield* preparedOnce(keys[attestationId]), proof, signals)
    },
  }
}

const prepared = new WeakMap<Groth16Key, PreparedKey>()

/** Once for all gates of a process, and only for documents that come. */
function* preparedOnce(key: Groth16Key): Pieces<PreparedKey> {
  const known = prepared.get(key) ?? (yield* prepareKey(key))
  prepared.set(key, known)
  return known
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
