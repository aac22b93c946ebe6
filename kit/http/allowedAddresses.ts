import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { failure } from '../api/failure.ts'
import { isPublicAddress } from './publicAddress.ts'
import { type Resolve, resolveByDns, resolveBySystem } from './resolveNames.ts'

/** What connections to hosts that somebody named to us may reach. */
export interface TargetRules {
  /** Lets them reach everything: loopback, private addresses, this server. */
  privateTargets: boolean
  /** This server, which is no target either, however public its address is. */
  own?: { host: string; addresses?: () => readonly string[] } | undefined
  resolve?: Resolve | undefined
}

/**
 * The addresses of a host that somebody named to us. Whoever may name a host must not reach through us what only this
 * server can reach: throws a failure `forbidden` when one of them is private. Connect to what this gives back, and not
 * to the name: that could mean something else a moment later.
 */
export async function allowedAddresses(host: string, rules: TargetRules): Promise<[LookupAddress, ...LookupAddress[]]> {
  checkHost(host, rules)
  const literal = literalOf(host)
  const [first, ...others] = literal ? [literal] : await resolverOf(rules)(host)
  if (!first) throw privateTarget(host)
  for (const { address } of [first, ...others]) checkAddress(address, host, rules)
  return [first, ...others]
}

/** What can be said of a host before its name is looked up. Throws a failure `forbidden`. */
export function checkHost(host: string, rules: TargetRules): void {
  if (rules.privateTargets) return
  const literal = literalOf(host)
  if (literal) checkAddress(literal.address, host, rules)
  const name = plainName(host)
  if (name === 'localhost' || name.endsWith('.localhost')) throw privateTarget(host)
  if (rules.own && name === plainName(rules.own.host)) throw ownTarget(host)
}

function checkAddress(address: string, host: string, { privateTargets, own }: TargetRules): void {
  if (privateTargets) return
  if (!isPublicAddress(address)) throw privateTarget(host)
  // A machine reaches its own public addresses without passing the firewall in front of it.
  if (own && (own.addresses ?? addressesOfMachine)().includes(address)) throw ownTarget(host)
}

/** Of DNS alone, unless this server's own network may be reached. */
function resolverOf({ resolve, privateTargets }: TargetRules): Resolve {
  return resolve ?? (privateTargets ? resolveBySystem : RESOLVE_BY_DNS)
}

const RESOLVE_BY_DNS = resolveByDns()

function literalOf(host: string): LookupAddress | undefined {
  const address = host.replace(/^\[|\]$/g, '')
  const family = isIP(address)
  return family === 0 ? undefined : { address, family }
}

const plainName = (host: string) => host.toLowerCase().replace(/\.$/, '')

const addressesOfMachine = () =>
  Object.values(networkInterfaces()).flatMap(ofOne => (ofOne ?? []).map(({ address }) => address))

function privateTarget(host: string) {
  return failure(
    'forbidden',
    `${host} is a private address; requests go to public ones unless PORTICO_PRIVATE_TARGETS=allow`,
  )
}

function ownTarget(host: string) {
  return failure('forbidden', `${host} is this server itself; it is not called unless PORTICO_PRIVATE_TARGETS=allow`)
}
