import { refusingDatabase } from '@portico/kit/nestedCalls'
import { gate } from 'gate'
import { postgresSessions } from 'gate/session'
import { openClients } from './api/clients.ts'
import type { House, MarketServices } from './api/context.ts'
import { openPlaces } from './api/placeOf.ts'
import { noThrottle, openThrottle } from './api/throttle.ts'
import { openLinks } from './auth/links.ts'
import { openTokens } from './auth/tokens.ts'

export const GATE_PATH = '/market/gate'

/** What lives as long as the process, made from what the server hands in. */
export function openHouse(services: MarketServices): House {
  const shared = { tokens: openTokens(services.secrets), links: openLinks(services.secrets) }
  const insideWrite: House = {
    ...servicesOf({ ...services, database: refusingDatabase }),
    ...shared,
    get insideWrite() {
      return insideWrite
    },
  }
  return { ...servicesOf(services), ...shared, insideWrite }
}

function servicesOf(services: MarketServices) {
  const placeOf = openPlaces(services.proxies)
  const clientsOf = openClients(placeOf, services.secrets[0] ?? '')
  return {
    ...services,
    clientsOf,
    throttle: services.rateLimit ? openThrottle(services.database, placeOf, clientsOf) : noThrottle,
    now: services.now ?? (() => new Date()),
    gate: services.gate && openGate(services, services.gate),
  }
}

function openGate(
  { origin, secrets, database }: MarketServices,
  { minAge, providers }: NonNullable<MarketServices['gate']>,
) {
  const chosen = providers ?? ['self', 'zk']
  return gate({
    domain: origin,
    basePath: GATE_PATH,
    dev: chosen.includes('test'),
    providers: chosen,
    disclosures: { minAge },
    secret: secrets,
    // In the database, so that every process knows them and none is lost at a restart.
    sessionAdapter: postgresSessions(
      (text, values, kind) => database[kind === 'read' ? 'read' : 'statement'](sql => sql.unsafe(text, values)),
      { table: 'market.gate_session' },
    ),
    scope: 'portico-market',
    appName: 'Book market',
  })
}
