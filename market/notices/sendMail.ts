import { keptAwake } from '@portico/kit/database/keptAwake'
import type { Sql } from '@portico/kit/database/sql'
import type { MarketServices } from '../api/context.ts'
import { EVENTS, type Letter, type LetterLinks } from './events.ts'
import type { EventKind } from './facts.ts'
import { marketEvent, notify } from './notify.ts'

interface Outgoing {
  id: string
  kind: EventKind
  facts: unknown
  accountId: string | null
  address: string | null
  wanted: boolean
  /** Whether what its link leads to is there: nobody may have signed up with the address, or have an account. */
  standing: boolean
  member: boolean
}

/**
 * The job behind outgoing mail. Each message is locked while it is sent and marked once the mail server has taken it,
 * so a second run skips it; its id stays the same, should it leave twice after all.
 */
export function sendMail(services: MarketServices) {
  return async ({ ids }: { ids: string[] }): Promise<void> => {
    const errors: unknown[] = []
    // An address the mail server refuses does not hold up those behind it.
    for (const id of ids)
      await services.database.write(sql => sendOne(services, sql, id)).catch(error => errors.push(error))
    if (errors.length > 0) throw errors[0]
  }
}

/** A mail server may be slow; one that takes longer is tried again later. */
const LONGEST_DELIVERY_MS = 120_000

async function sendOne(services: MarketServices, sql: Sql, id: string): Promise<void> {
  const [outgoing] = await sql<Outgoing[]>`
    select mail.id, mail.kind, mail.facts, mail.account_id as "accountId",
           coalesce(mail.address, account.email) as address,
           (mail.kind <> 'matchFound' or account.match_mail) and account.deleted_at is null
             and (account.suspended_at is null or mail.kind = 'suspended') as wanted,
           case mail.kind
             when 'addressToConfirm' then exists (select from market.signup where id::text = mail.facts->>'signup')
             when 'resetAsked' then exists (select from market.password_reset where id::text = mail.facts->>'reset')
             else true end as standing,
           exists (select from market.account member where lower(member.email) = lower(mail.address)) as member
    from market.mail left join market.account on account.id = mail.account_id
    where mail.id = ${id} and mail.sent_at is null
    for update of mail`
  if (!outgoing) return
  if (!outgoing.standing || (outgoing.kind === 'addressToConfirm' && outgoing.member))
    return sayNothingOrSo(services, sql, outgoing)
  const { address } = outgoing
  if (address && outgoing.wanted !== false)
    await keptAwake(sql, LONGEST_DELIVERY_MS, () => deliver(services, outgoing, address))
  await sql`update market.mail set sent_at = ${services.now()} where id = ${id}`
}

/** Asked for by somebody who could not know: a member hears of it, an address we do not know is forgotten. */
async function sayNothingOrSo(
  services: MarketServices,
  sql: Sql,
  { id, kind, address, member }: Outgoing,
): Promise<void> {
  await sql`delete from market.mail where id = ${id}`
  if (kind !== 'addressToConfirm' || !member || !address) return
  const now = services.now()
  const hour = Math.floor(now.getTime() / 3_600_000)
  await sql`delete from market.signup where lower(email) = lower(${address})`
  await notify(sql, now, [marketEvent('accountExists', `${address} ${hour}`, { address }, {})])
}

async function deliver(
  services: MarketServices,
  { id, kind, facts, accountId }: Outgoing,
  address: string,
): Promise<void> {
  const { subject, text } = letterOf(kind, facts, linksOf(services))
  const stop = kind === 'matchFound' && accountId ? unsubscribeLink(services, accountId) : undefined
  await services.mail.send({
    to: address,
    subject,
    text: stop ? `${text}\n\nNo more mail about matches: ${stop}` : text,
    messageId: `<market-${id}@${new URL(services.origin).hostname}>`,
    ...(stop && {
      headers: { 'List-Unsubscribe': `<${stop}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    }),
  })
}

function linksOf({ origin, links }: MarketServices): LetterLinks {
  return {
    page: path => origin + path,
    confirm: signup => `${origin}/market/confirm/${links.make('signup', signup)}`,
    reset: reset => `${origin}/market/reset-password/${links.make('reset', reset)}`,
  }
}

function unsubscribeLink({ origin, links }: MarketServices, accountId: string): string {
  return `${origin}/market/unsubscribe/${accountId}/${links.make('unsubscribe', accountId)}`
}

/** The table is typed by kind; a stored mail knows its kind and facts only at run time. */
function letterOf(kind: EventKind, facts: unknown, links: LetterLinks): Letter {
  const { mail } = EVENTS[kind] as { mail?(facts: unknown, links: LetterLinks): Letter }
  if (!mail) throw new Error(`there is no letter for ${kind}`)
  return mail(facts, links)
}
