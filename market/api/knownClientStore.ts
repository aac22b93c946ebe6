import type { Sql } from '@portico/kit/database/sql'
import { daysBefore } from '../days.ts'
import type { Clients } from './clients.ts'

/** After so many days without a login a network or browser is no longer known to an account. */
export const KNOWN_DAYS = 180

/** The most networks and browsers that are remembered for an account; the latest count. */
export const MOST_KNOWN = 50

/** Which of these clients the owner of an address was signed in from. */
export async function findKnownClients(sql: Sql, address: string, clients: Clients, now: Date): Promise<string[]> {
  const found = await sql<{ client: string }[]>`
    select known.client from market.known_client known join market.account on account.id = known.account_id
    where lower(account.email) = ${address} and known.client = any(${listed(clients)})
      and known.seen_at > ${daysBefore(now, KNOWN_DAYS)}`
  return found.map(({ client }) => client)
}

/** Marks the clients as known to the account, and forgets the oldest beyond `MOST_KNOWN`. */
export async function storeKnownClients(sql: Sql, accountId: string, clients: Clients, now: Date): Promise<void> {
  await sql`
    insert into market.known_client (account_id, client, seen_at)
    select ${accountId}, client, ${now} from unnest(${listed(clients)}::text[]) client order by client
    on conflict (account_id, client) do update set seen_at = excluded.seen_at`
  await sql`
    delete from market.known_client where account_id = ${accountId} and client in (
      select client from market.known_client where account_id = ${accountId}
      order by seen_at desc, client offset ${MOST_KNOWN})`
}

function listed({ network, device }: Clients): string[] {
  return device ? [network, device] : [network]
}
