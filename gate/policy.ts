import { sha256 } from '@noble/hashes/sha2.js'
import { toBase64Url, utf8 } from './bytes.ts'
import type { CountryFilter, ResolvedConfig } from './config.ts'

/**
 * One text for everything that is asked. `dev` is in it because test documents pass there; lists are already in one
 * order. A claim is good only where this hash is the same.
 */
export function policyHash({ disclosures, scope, dev }: ResolvedConfig): string {
  const { minAge, nationality, issuingState } = disclosures
  return toBase64Url(sha256(utf8(JSON.stringify([minAge, listed(nationality), listed(issuingState), scope, dev]))))
}

/** The same rules, proved by one account. */
export function boundPolicy(policy: string, account: string): string {
  return toBase64Url(sha256(utf8(JSON.stringify([policy, account]))))
}

function listed(filter: CountryFilter | undefined) {
  if (filter === undefined) return null
  return filter.included ? ['included', ...filter.included] : ['excluded', ...filter.excluded]
}
