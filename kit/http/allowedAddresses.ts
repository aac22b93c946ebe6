import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns'
import { isIP } from 'node:net'
import { failure } from '../api/failure.ts'
import { isPublicAddress } from './publicAddress.ts'

/** How names become addresses. */
export type Resolve = (
  host: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

export interface TargetRules {
  /** Lets connections reach loopback and private addresses. */
  privateTargets: boolean
  resolve?: Resolve | undefined
}

/**
 * The addresses of a host that somebody named to us. Whoever may name a host must not reach through us what only this
 * server can reach: throws a failure `forbidden` when one of them is private. Connect to what this gives back, and not
 * to the name: that could mean something else a moment later.
 */
export async function allowedAddresses(
  host: string,
  { privateTargets, resolve = lookup }: TargetRules,
  options: Omit<LookupAllOptions, 'all'> = {},
): Promise<[LookupAddress, ...LookupAddress[]]> {
  const literal = host.replace(/^\[|\]$/g, '')
  const family = isIP(literal)
  const found = family === 0 ? await allOf(host, options, resolve) : [{ address: literal, family }]
  const [first, ...others] = found
  if (!first || !(privateTargets || found.every(({ address }) => isPublicAddress(address)))) throw privateTarget(host)
  return [first, ...others]
}

function allOf(host: string, options: object, resolve: Resolve): Promise<LookupAddress[]> {
  return new Promise((done, reject) =>
    resolve(host, { ...options, all: true }, (error, found) => (error ? reject(error) : done(found))),
  )
}

function privateTarget(host: string) {
  return failure(
    'forbidden',
    `${host} is a private address; requests go to public ones unless PORTICO_PRIVATE_TARGETS=allow`,
  )
}
