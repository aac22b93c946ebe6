import { openLinks } from '@portico/kit/access/links'
import { openClients } from '@portico/kit/access/throttle/clients'
import { noThrottle, openThrottle } from '@portico/kit/access/throttle/throttle'
import { refusingDatabase } from '@portico/kit/database/nestedCalls'
import { repeatedReads } from '@portico/kit/database/repeatedReads'
import { clientNetworks } from '@portico/kit/http/clientNetwork'
import { gate } from 'gate'
import type { MarketOptions, MarketServices } from './api/context.ts'
import { openTokens } from './auth/tokens.ts'
import { openGateSessions } from './checkout/gateSessionStore.ts'

export const GATE_PATH = '/market/gate'

/** Opens what all operations, pages and jobs share. */
export function openServices(options: MarketOptions): MarketServices {
  const shared = { tokens: openTokens(options.secrets), links: openLinks('market', options.secrets) }
  const insideWrite: MarketServices = {
    ...openWith({ ...options, database: refusingDatabase, reads: refusingDatabase }),
    ...shared,
    get insideWrite() {
      return insideWrite
    },
  }
  return { ...openWith(options), ...shared, insideWrite }
}

function openWith(options: MarketOptions) {
  const clientNetwork = clientNetworks(options.proxies)
  const clientsOf = openClients('market', clientNetwork, options.secrets[0] ?? '')
  return {
    ...options,
    reads: repeatedReads(options.reads ?? options.database),
    clientsOf,
    throttle: options.rateLimit
      ? openThrottle({ database: options.database, product: 'market', clientNetwork, clientsOf })
      : noThrottle,
    now: options.now ?? (() => new Date()),
    gate: options.gate && openGate(options, options.gate),
  }
}

function openGate(
  { origin, secrets, database, name }: MarketOptions,
  { minAge, providers }: NonNullable<MarketOptions['gate']>,
) {
  const chosen = providers ?? ['self', 'zk']
  return gate({
    domain: origin,
    basePath: GATE_PATH,
    dev: chosen.includes('test'),
    providers: chosen,
    disclosures: { minAge },
    secret: secrets,
    sessionAdapter: openGateSessions(database),
    scope: 'portico-market',
    appName: name,
  })
}
