import { type Fragment, fragment, type Sql } from '../../database/sql.ts'
import type { Clients } from './clients.ts'

/** After so many days without a login a network or browser is no longer known to an account. */
const KNOWN_DAYS = 180

/** The most networks and browsers that are remembered for an account; the latest count. */
export const MOST_KNOWN = 50

/** Which of these clients the owner of an address was signed in from. */
export async function findKnownClients(
  sql: Sql,
  product: string,
  address: string,
  clients: Clients,
  now: Date,
): Promise<string[]> {
  const found = await sql<{ client: string }[]>`
    select known.client from ${knownClientOf(product)} known join ${fragment(`${product}.account`)} on account.id = known.account_id
    where lower(account.email) = ${address} and known.client = any(${listed(clients)})
      and known.seen_at > ${oldest(now)}`
  return found.map(({ client }) => client)
}

/** Marks the clients as known to the account, and forgets the oldest beyond `MOST_KNOWN`. */
export async function storeKnownClients(
  sql: Sql,
  product: string,
  accountId: string | number,
  clients: Clients,
  now: Date,
): Promise<void> {
  await sql`
    insert into ${knownClientOf(product)} (account_id, client, seen_at)
    select ${accountId}, client, ${now} from unnest(${listed(clients)}::text[]) client order by client
    on conflict (account_id, client) do update set seen_at = excluded.seen_at`
  await sql`
    delete from ${knownClientOf(product)} where account_id = ${accountId} and client in (
      select client from ${knownClientOf(product)} where account_id = ${accountId}
      order by seen_at desc, client offset ${MOST_KNOWN})`
}

/** After a new password: where the old one was good says nothing of where the new one will be. */
export async function forgetKnownClients(sql: Sql, product: string, accountId: string | number): Promise<void> {
  await sql`delete from ${knownClientOf(product)} where account_id = ${accountId}`
}

export async function forgetOldClients(sql: Sql, product: string, now: Date): Promise<void> {
  await sql`delete from ${knownClientOf(product)} where seen_at < ${oldest(now)}`
}

function knownClientOf(product: string): Fragment {
  return fragment(`${product}.known_client`)
}

function oldest(now: Date): Date {
  return new Date(now.getTime() - KNOWN_DAYS * 86_400_000)
}

function listed({ network, device }: Clients): string[] {
  return device ? [network, device] : [network]
}
