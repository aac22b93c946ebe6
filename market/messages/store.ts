import type { Json } from '@portico/kit/api/json'
import { type Fragment, fragment, type Sql } from '@portico/kit/database/sql'
import type { Static, TSchema } from 'typebox'
import { MOST_ROWS, type Paging } from '../api/paging.ts'
import { listJson, pageJson } from '../api/rowStore.ts'
import { CONVERSATION, type Conversation, MESSAGE, type Message } from './wire.ts'

/** The sides of a conversation, and what may still be written in it. */
export interface Sides {
  id: string
  book: string
  name: string
  status: number
  askerId: string
  ownerId: string
  buyerId: string | null
}

const SIDES = fragment`
  conversation.id, book.id as book, book.name, book.status, conversation.asker_id as "askerId",
  conversation.owner_id as "ownerId", book.buyer_id as "buyerId"`

/** The id of a message as callers write it; what is no number names none. */
function numberOf(id: string): Fragment {
  return fragment`(case when ${id} ~ '^[0-9]{1,18}$' then ${id}::text::bigint end)`
}

/** How many messages of the other side a person has not read, for a row `conversation`. */
function unreadBy(accountId: string): Fragment {
  return fragment`(select count(*)::integer from market.message
                   where message.conversation_id = conversation.id and message.from_id <> ${accountId}
                     and message.at > coalesce(case when conversation.owner_id = ${accountId}
                                                    then conversation.owner_read_at
                                                    else conversation.asker_read_at end, '-infinity'))`
}

/** A conversation for one of its two sides, with what that one has not read; undefined for everybody else. */
export async function findConversation(sql: Sql, id: string, accountId: string) {
  const [found] = await sql<(Sides & { unread: number })[]>`
    select ${SIDES}, ${unreadBy(accountId)} as unread
    from market.conversation join market.book on book.id = conversation.book_id
    where conversation.id = ${id} and ${accountId} in (conversation.asker_id, conversation.owner_id)`
  return found
}

/** The conversation of a person about a book, made if there is none yet. */
export async function openConversation(
  sql: Sql,
  bookId: string,
  askerId: string,
  now: Date,
): Promise<Sides | undefined> {
  await sql`
    insert into market.conversation (book_id, owner_id, asker_id, created_at, latest_at)
    select id, owner_id, ${askerId}, ${now}, ${now} from market.book where id = ${bookId} on conflict do nothing`
  const [found] = await sql<Sides[]>`
    select ${SIDES} from market.conversation join market.book on book.id = conversation.book_id
    where conversation.book_id = ${bookId} and conversation.asker_id = ${askerId}`
  return found
}

/** How much a person has written since a time. */
export async function countSent(sql: Sql, accountId: string, hour: Date, day: Date) {
  const [sent] = await sql<{ messages: number; conversations: number }[]>`
    select (select count(*)::integer from market.message where from_id = ${accountId} and at > ${hour}) as messages,
           (select count(*)::integer from market.conversation
            where asker_id = ${accountId} and created_at > ${day}) as conversations`
  return sent ?? { messages: 0, conversations: 0 }
}

export async function insertMessage(
  sql: Sql,
  conversation: string,
  from: string,
  text: string,
  now: Date,
): Promise<string> {
  const [message] = await sql<{ id: string }[]>`
    insert into market.message (conversation_id, from_id, body, at) values (${conversation}, ${from}, ${text}, ${now})
    returning id::text`
  await sql`update market.conversation set latest_at = ${now} where id = ${conversation}`
  if (!message) throw new Error('an insert gave no row')
  return message.id
}

export function listConversations(
  sql: Sql,
  accountId: string,
  paging: Paging,
): Promise<Json<{ conversations: Static<typeof Conversation>[] }>> {
  const conversations = fragment`
    select ${CONVERSATION}, case when book.owner_id = ${accountId} then 'seller' else 'buyer' end as side,
           ${unreadBy(accountId)} as unread
    from market.conversation join market.book on book.id = conversation.book_id
    where ${accountId} in (conversation.asker_id, conversation.owner_id)
    order by conversation.latest_at desc, conversation.id desc`
  return pageJson(sql, 'conversations', conversations, paging)
}

/** The latest messages, the oldest of them first. */
export async function listMessages(
  sql: Sql,
  conversation: string,
): Promise<Json<{ messages: Static<typeof Message>[] }>> {
  return listJson(
    sql,
    'messages',
    fragment`
      select * from (
        select ${MESSAGE} from market.message
        join market.conversation on conversation.id = message.conversation_id
        join market.book on book.id = conversation.book_id
        where message.conversation_id = ${conversation} order by message.id desc limit ${MOST_ROWS}) latest
      order by date, "_id"::bigint`,
  )
}

/** Marks the conversation as read by one side, up to the latest message that it has seen. */
export async function markRead(sql: Sql, { id, ownerId }: Sides, accountId: string, latest: string): Promise<void> {
  const column = accountId === ownerId ? fragment`owner_read_at` : fragment`asker_read_at`
  await sql`
    update market.conversation set ${column} = greatest(${column}, message.at)
    from market.message
    where conversation.id = ${id} and message.conversation_id = ${id} and message.id = ${numberOf(latest)}`
}

/** The latest message of a conversation; empty when there is none. */
export async function latestOf(sql: Sql, conversation: string): Promise<string> {
  const [latest] = await sql<{ id: string }[]>`
    select id::text from market.message where conversation_id = ${conversation} order by message.id desc limit 1`
  return latest?.id ?? ''
}

/** Reports a message of the other side; false when there is none such. */
export async function reportMessage(
  sql: Sql,
  id: string,
  by: string,
  reason: string,
  now: Date,
): Promise<string | undefined> {
  const [reported] = await sql<{ name: string }[]>`
    update market.message set reported_at = coalesce(reported_at, ${now}), report_reason = ${reason}
    from market.conversation join market.book on book.id = conversation.book_id
    where message.id = ${numberOf(id)} and conversation.id = message.conversation_id and message.from_id <> ${by}
      and ${by} in (conversation.asker_id, book.owner_id)
    returning book.name`
  return reported?.name
}

/** Messages that were reported and that nobody of the staff has looked at, the oldest report first. */
export function listReported<T extends TSchema>(sql: Sql): Promise<Json<{ messages: Static<T>[] }>> {
  return listJson(
    sql,
    'messages',
    fragment`
      select message.id::text as "_id", conversation.id as conversation, book.id as book, book.name, message.body as text,
             message.report_reason as reason, account.first_name || ' ' || account.last_name as sender,
             account.id as "senderID", coalesce(account.email, '') as "senderMail", market.ms(message.at) as date,
             market.ms(message.reported_at) as "reportedDate"
      from market.message join market.conversation on conversation.id = message.conversation_id
      join market.book on book.id = conversation.book_id join market.account on account.id = message.from_id
      where message.reported_at is not null and message.settled_at is null
      order by message.reported_at, message.id limit ${MOST_ROWS}`,
  )
}

/** Ends a report: the message goes, or stays. False when it was settled before. */
export async function settleReport(sql: Sql, id: string, remove: boolean, now: Date): Promise<boolean> {
  const settled = await sql`
    update market.message set settled_at = ${now}, removed_at = case when ${remove} then ${now} else removed_at end
    where id = ${numberOf(id)} and reported_at is not null and settled_at is null returning id`
  return settled.length > 0
}
