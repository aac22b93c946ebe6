import type { ResolvedConfig } from '../config.ts'
import type { Seams } from '../gateState.ts'
import { inPieces, type Pieces } from '../inPieces.ts'
import { isObject } from '../isObject.ts'
import { limiter } from '../limiter.ts'
import { answer } from '../route/answer.ts'
import { uuidOfHex } from '../sessionId.ts'
import type { Groth16Key, Groth16Proof } from './groth16.ts'
import { type Outcome, type Provider, refused } from './provider.ts'
import { answerProblem } from './selfChecks.ts'
import { disclosuresOf, universalLink } from './selfLink.ts'
import { selfRegistry } from './selfRegistry.ts'
import type { AttestationId, SelfStatement } from './selfSignals.ts'

export interface SelfOptions {
  /** Address of the hub contract. */
  hub?: string
  /** By kind of document: 1 passports, 2 identity cards. In the layout snarkjs exports. */
  verificationKeys?: Readonly<Partial<Record<AttestationId, Groth16Key>>>
}

const HUBS = {
  production: '0xe57F4773bd9c9d8b6Cd70431117d353298B9f5BF',
  development: '0x16ECBA51e18a4a7e61fdC417f0d47AFEeDfbed74',
}

/** Proofs that may wait for the one being checked. */
const WAITING_PROOFS = 64

/** Stands for the session in a link until there is one. */
const ANY_SESSION = '00000000-0000-4000-8000-000000000000'

/** Self: the app reads the chip of a passport and proves facts about it. Its relayer posts the proof to us. */
export function selfProvider(config: ResolvedConfig, seams: Seams): Provider {
  const wanted = disclosuresOf(config)
  // Every request without a claim makes a link; only the session in it differs.
  const link = universalLink(config, wanted, ANY_SESSION)
  const registry = selfRegistry({
    rpcUrl: config.rpcUrl,
    hub: config.self.hub ?? (config.dev ? HUBS.development : HUBS.production),
    fetch: config.fetch,
    now: seams.now,
  })
  const proveInTurn = limiter(1, WAITING_PROOFS)
  // Curves and constants weigh more than the rest of the library together: loaded with the first proof.
  let loaded: Promise<SelfVerification> | undefined
  const verification = () => {
    loaded ??= import('./selfVerification.ts').then(module => module.selfVerification(config))
    return loaded
  }

  return {
    name: 'self',
    maxBody: 64 * 1024,
    postedBy: 'elsewhere',
    request: sessionId => ({ link: link.replaceAll(ANY_SESSION, sessionId) }),
    sessionOf: body => sessionIn(body),
    async check(body) {
      const { parse, proving, scopeHash } = await verification()
      const answer = parse(body)
      if (answer === undefined) return refused('malformed', 'not an answer of Self')
      const { attestationId, proof, signals, statement } = answer
      const problem = answerProblem(answer, { scopeHash, now: seams.now(), config, wanted })
      if (problem !== undefined) return problem
      // The proof before the chain: nobody gets to send requests through us without a good one.
      const proven = await proveInTurn(() => inPieces(proving(attestationId, proof, signals)))
      if (proven === undefined) return refused('busy', 'too many proofs are being checked')
      if (!proven) return refused('proof', 'the proof is not valid')
      if (!(await registry.knowsRoot(attestationId, statement.root)))
        return refused('root', 'the registry knows no such root')
      return { accepted: true, identifier: statement.nullifier.toString() }
    },
    reply,
  }
}

/** What `selfVerification.ts` offers once loaded. */
export interface SelfVerification {
  scopeHash: bigint
  parse(body: unknown): SelfAnswer | undefined
  /** Whether the proof holds. */
  proving(attestationId: AttestationId, proof: Groth16Proof, signals: readonly bigint[]): Pieces<boolean>
}

export interface SelfAnswer {
  attestationId: AttestationId
  proof: Groth16Proof
  signals: readonly bigint[]
  statement: SelfStatement
  /** Hexadecimal, without prefix. */
  userContextData: string
}

/** 32 bytes chain, 32 bytes user id, then whatever the application added. */
const USER_CONTEXT = /^(?:0x)?([0-9a-f]{64})([0-9a-f]{64})((?:[0-9a-f]{2}){0,2048})$/i

/** The session id travels as the user id, to which the circuit commits. */
function sessionIn(body: unknown): string | undefined {
  const context = isObject(body) ? body.userContextData : undefined
  const userId = typeof context === 'string' ? USER_CONTEXT.exec(context)?.[2]?.toLowerCase() : undefined
  if (userId === undefined) return undefined
  const uuid = /^0{32}([0-9a-f]{32})$/.exec(userId)?.[1]
  return uuid === undefined ? `0x${userId.replace(/^0+/, '')}` : uuidOfHex(uuid)
}

/** The relayer understands nothing but 200. */
function reply(outcome: Outcome): Response {
  if (outcome.accepted) return answer(200, { status: 'success', result: true })
  return answer(200, { status: 'error', result: false, reason: outcome.detail })
}
