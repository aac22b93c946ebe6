import type { Sql } from '@portico/kit/database/sql'
import { EVENTS, type Notice } from './events.ts'
import type { EventFacts, EventKind } from './facts.ts'
import { findStaff, type MailRow, type NoticeRow, type Staff, storeNoticesAndMails } from './notifyStore.ts'

/** An event that is announced to an account, to all staff, or to an e-mail address without an account. */
export interface MarketEvent {
  kind: EventKind
  facts: EventFacts[EventKind]
  to: { account: string } | { address: string } | 'staff'
  /** Identifies the event: a person is notified once for each key. */
  key: string
  /** Shown on the notices page only. */
  noMail?: boolean
}

export function marketEvent<Kind extends EventKind>(
  kind: Kind,
  key: string,
  to: MarketEvent['to'],
  facts: EventFacts[Kind],
): MarketEvent {
  return { kind, key: `${kind}:${key}`, to, facts }
}

/**
 * Writes notices and mails in the transaction of the change they are about; a job sends the mails after commit.
 * A person who was notified of an event before is not notified again.
 */
export async function notify(sql: Sql, now: Date, all: readonly MarketEvent[], staff?: Staff): Promise<void> {
  if (all.length === 0) return
  const toStaff = all.some(one => one.to === 'staff')
  const addressed = toStaff ? addressStaff(all, staff ?? (await findStaff(sql))) : all
  await write(sql, now, addressed)
}

async function write(sql: Sql, now: Date, all: readonly MarketEvent[]): Promise<void> {
  const rows = { notices: all.flatMap(noticeRow), mails: all.flatMap(mailRow) }
  if (rows.notices.length > 0 || rows.mails.length > 0) await storeNoticesAndMails(sql, now, rows)
}

function noticeRow(one: MarketEvent): NoticeRow[] {
  const notice = noticeOf(one)
  if (!notice || one.to === 'staff' || !('account' in one.to)) return []
  return [{ account: one.to.account, key: one.key, kind: one.kind, ...notice }]
}

function mailRow(one: MarketEvent): MailRow[] {
  if (!EVENTS[one.kind].mail || one.noMail || one.to === 'staff') return []
  const [account, address] = 'account' in one.to ? [one.to.account, null] : [null, one.to.address]
  return [{ account, address, key: `${one.key} ${account ?? address}`, kind: one.kind, facts: one.facts }]
}

/** Notices go to every admin and owner; mail too, unless there is one address for it. */
function addressStaff(all: readonly MarketEvent[], { accounts, address }: Staff): MarketEvent[] {
  return all.flatMap(one => {
    if (one.to !== 'staff') return [one]
    const each: MarketEvent[] = accounts.map(account => ({ ...one, to: { account }, noMail: address !== '' }))
    return address && EVENTS[one.kind].mail ? [...each, { ...one, to: { address } }] : each
  })
}

/** The table is typed by kind; here the kind is only known at run time, and so are its facts. */
function noticeOf(one: MarketEvent): Notice | undefined {
  const { notice } = EVENTS[one.kind] as { notice?(facts: unknown): Notice }
  return notice?.(one.facts)
}
