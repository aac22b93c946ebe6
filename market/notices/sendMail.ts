import { keptAwake } from '@portico/kit/database/keptAwake'
import type { Sql } from '@portico/kit/database/sql'
import type { MarketServices } from '../api/context.ts'
import { EVENTS, type Letter, type LetterLinks } from './events.ts'
import type { EventFacts, EventKind } from './facts.ts'
import { lockUnsentMail, markSent, type OutgoingMail, removeMail, removeSignupsOf } from './mailStore.ts'
import { marketEvent, notify } from './notify.ts'

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
  const mail = await lockUnsentMail(sql, id)
  if (!mail) return
  const now = services.now()
  if (!mail.hasTarget || (mail.kind === 'addressToConfirm' && mail.member)) return dropMail(sql, mail, now)
  const { address } = mail
  if (address && mail.wanted !== false)
    await keptAwake(sql, LONGEST_DELIVERY_MS, () => deliver(services, mail, address))
  await markSent(sql, id, services.now())
}

/**
 * For a mail that was asked for by somebody who could not know whether the address has an account. If it has one, its
 * owner gets another mail that says so; if it has none, nothing is sent.
 */
async function dropMail(sql: Sql, { id, kind, address, member }: OutgoingMail, now: Date): Promise<void> {
  await removeMail(sql, id)
  if (kind !== 'addressToConfirm' || !member || !address) return
  const hour = Math.floor(now.getTime() / 3_600_000)
  await removeSignupsOf(sql, address)
  await notify(sql, now, [marketEvent('accountExists', `${address} ${hour}`, { address }, {})])
}

async function deliver(
  services: MarketServices,
  { id, kind, facts, accountId }: OutgoingMail,
  address: string,
): Promise<void> {
  const { subject, text } = letterOf(kind, facts, linksOf(services))
  const unsubscribe = unsubscribing(services, { kind, facts, accountId })
  await services.mail.send({
    to: address,
    fromName: services.name,
    subject,
    text: unsubscribe ? `${text}\n\n${unsubscribe.text}: ${unsubscribe.link}` : text,
    messageId: `<market-${id}@${new URL(services.origin).hostname}>`,
    ...(unsubscribe && {
      headers: { 'List-Unsubscribe': `<${unsubscribe.link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    }),
  })
}

function linksOf({ origin, links, name }: MarketServices): LetterLinks {
  return {
    market: name,
    page: path => origin + path,
    confirm: signup => `${origin}/market/confirm/${links.make('signup', signup)}`,
    reset: reset => `${origin}/market/reset-password/${links.make('reset', reset)}`,
  }
}

/** How mails of a kind that nobody needs are ended; undefined for all others. */
function unsubscribing(
  { origin, links }: MarketServices,
  { kind, facts, accountId }: Pick<OutgoingMail, 'kind' | 'facts' | 'accountId'>,
): { text: string; link: string } | undefined {
  if (kind === 'matchFound' && accountId)
    return {
      text: 'No more mail about matches',
      link: `${origin}/market/unsubscribe/${accountId}/${links.make('unsubscribe', accountId)}`,
    }
  if (kind !== 'booksFound') return undefined
  // As `mailFound` stored them.
  const { search } = facts as EventFacts['booksFound']
  return {
    text: 'No more mail for this search',
    link: `${origin}/market/unsubscribe-search/${search}/${links.make('unsubscribeSearch', search)}`,
  }
}

/** The table is typed by kind; a stored mail knows its kind and facts only at run time. */
function letterOf(kind: EventKind, facts: unknown, links: LetterLinks): Letter {
  const { mail } = EVENTS[kind] as { mail?(facts: unknown, links: LetterLinks): Letter }
  if (!mail) throw new Error(`there is no letter for ${kind}`)
  return mail(facts, links)
}
