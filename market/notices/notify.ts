import { fragment, type Sql } from '@portico/kit/database/sql'
import { EVENTS, type Notice } from './events.ts'
import type { EventFacts, EventKind } from './facts.ts'

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

export const SEND_MAIL = 'market:send-mail'

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

/** So many mails a job sends: one slow mail server does not hold up everything else. */
const MAILS_A_JOB = 20

/**
 * One statement for all of it, with jobs for the mails: what was sent is not sent again on a second try. Matches go to
 * many at once and can wait; a person who signs up or buys does not stand behind them.
 */
async function write(sql: Sql, now: Date, all: readonly MarketEvent[]): Promise<void> {
  const notices = all.flatMap(noticeRow)
  const mails = all.flatMap(mailRow)
  if (notices.length === 0 && mails.length === 0) return
  await sql`
    with notices as (
      insert into market.notice (account_id, event_key, kind, message, link, at)
      select account, key, kind, message, link, ${now}
      from json_to_recordset(${JSON.stringify(notices)}::text::json)
        as row (account text, key text, kind text, message text, link text)
      on conflict do nothing),
    written as (
      insert into market.mail (account_id, address, event_key, kind, facts, created_at)
      select account, address, key, kind, facts, ${now}
      from json_to_recordset(${JSON.stringify(mails)}::text::json)
        as row (account text, address text, key text, kind text, facts jsonb)
      on conflict do nothing returning id, kind = 'matchFound' as can_wait),
    numbered as (
      select id, can_wait, (row_number() over (partition by can_wait) - 1) / ${MAILS_A_JOB}::integer as batch from written)
    select graphile_worker.add_job(${SEND_MAIL}, payload := json_build_object('ids', json_agg(id)),
                                   priority := case when can_wait then 10 else 0 end)
    from numbered group by can_wait, batch`
}

function noticeRow(one: MarketEvent) {
  const notice = noticeOf(one)
  if (!notice || one.to === 'staff' || !('account' in one.to)) return []
  return [{ account: one.to.account, key: one.key, kind: one.kind, ...notice }]
}

function mailRow(one: MarketEvent) {
  if (!EVENTS[one.kind].mail || one.noMail || one.to === 'staff') return []
  const [account, address] = 'account' in one.to ? [one.to.account, null] : [null, one.to.address]
  return [{ account, address, key: `${one.key} ${account ?? address}`, kind: one.kind, facts: one.facts }]
}

/** Everyone with a role, and the one address for staff mail if the operator names one. */
export interface Staff {
  accounts: string[]
  address: string
}

/** The same in SQL, for a row of market.setting. */
export const STAFF = fragment`
  staff_address as address, array(
    select id from market.account
    where permission_type > 0 and suspended_at is null and deleted_at is null) as accounts`

async function findStaff(sql: Sql): Promise<Staff> {
  const [found] = await sql<Staff[]>`select ${STAFF} from market.setting`
  return found ?? { accounts: [], address: '' }
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
