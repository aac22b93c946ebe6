import type { LookupAddress } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'

/** How a name becomes addresses. */
export type Resolve = (host: string) => Promise<LookupAddress[]>

/** By `/etc/hosts`, search domains and DNS, as other programs on this machine do. */
export const resolveBySystem: Resolve = host => lookup(host, { all: true })

/**
 * By DNS alone. The system's look-up takes one of the few threads that files and passwords need too: a name whose
 * servers do not answer would hold it for half a minute. And names that only this machine or its network knows are none
 * that a stranger has to reach. `servers` are those of the machine unless given.
 */
export function resolveByDns(servers?: readonly string[]): Resolve {
  return async host => {
    // A resolver each: it reads the settings of the machine when it is made, and they may change.
    const resolver = new Resolver({ timeout: TRY_MS, tries: 2 })
    if (servers) resolver.setServers(servers)
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason
    return [...addressesOf(v4, 4), ...addressesOf(v6, 6)]
  }
}

const TRY_MS = 2_000

/** A name may have addresses of one family only. */
function addressesOf(found: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] {
  return found.status === 'fulfilled' ? found.value.map(address => ({ address, family })) : []
}
