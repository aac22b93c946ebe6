import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import { toHex } from '../bytes.ts'
import type { ResolvedConfig } from '../config.ts'
import { countryOfLetters, type X511Country } from '../countries.ts'
import { type Refusal, refused } from './provider.ts'
import type { SelfAnswer } from './self.ts'
import type { SelfDisclosures } from './selfLink.ts'
import type { SelfStatement } from './selfSignals.ts'

/** Why an answer is refused before its proof is checked; undefined when it says what was asked for. */
export function answerProblem(
  answer: SelfAnswer,
  {
    scopeHash,
    now,
    config,
    wanted,
  }: { scopeHash: bigint; now: number; config: ResolvedConfig; wanted: SelfDisclosures },
): Refusal | undefined {
  const { statement } = answer
  return (
    bindingProblem(answer, scopeHash) ??
    dateProblem(statement, now) ??
    ageProblem(statement, config.disclosures.minAge) ??
    countryProblem(statement, config, wanted)
  )
}

function bindingProblem({ attestationId, statement, userContextData }: SelfAnswer, scopeHash: bigint) {
  if (statement.attestationId !== BigInt(attestationId)) return refused('document', 'proof of another kind of document')
  const contextHash = BigInt(`0x${toHex(ripemd160(sha256(hexToBytes(userContextData))))}`)
  if (statement.userContextHash !== contextHash) return refused('session', 'the proof is bound to another session')
  if (statement.scopeHash !== scopeHash) return refused('scope', 'the proof is bound to another domain or scope')
  if (statement.nullifier === 0n) return refused('proof', 'the proof carries no identifier')
  return undefined
}

/** Phones are in every time zone: yesterday, today and tomorrow are good. */
function dateProblem({ day }: SelfStatement, now: number): Refusal | undefined {
  const today = Math.floor(now / 86_400_000)
  if (day === undefined || Math.abs(day - today) > 1) return refused('date', 'the proof was not made within a day')
  return undefined
}

function ageProblem({ minimumAge }: SelfStatement, wanted: number): Refusal | undefined {
  if (minimumAge === 0) return refused('age', 'the age was not disclosed')
  return minimumAge < wanted ? refused('age', `proved ${minimumAge}, wanted ${wanted}`) : undefined
}

function countryProblem(
  statement: SelfStatement,
  { disclosures: { nationality, issuingState } }: ResolvedConfig,
  wanted: SelfDisclosures,
): Refusal | undefined {
  const missing = wanted.excludedCountries.find(letters => !statement.excludedIssuingStates.includes(letters))
  if (missing !== undefined) return refused('issuing_state', 'the proof excludes fewer issuing states than asked')
  if (nationality && !allows(nationality, countryOfLetters(statement.nationality))) {
    return refused('nationality', 'nationality not disclosed or not allowed')
  }
  if (issuingState && wanted.issuing_state && !allows(issuingState, countryOfLetters(statement.issuingState))) {
    return refused('issuing_state', 'issuing state not disclosed or not allowed')
  }
  return undefined
}

/** An undisclosed country is never allowed, whichever form the filter has. */
function allows(
  filter: { included?: readonly X511Country[]; excluded?: readonly X511Country[] },
  country: X511Country | undefined,
): boolean {
  if (country === undefined) return false
  return filter.included ? filter.included.includes(country) : !filter.excluded?.includes(country)
}
