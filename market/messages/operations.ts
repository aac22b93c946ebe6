import { failure } from '@portico/kit/api/failure'
import { json, textOf } from '@portico/kit/api/json'
import { optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import type { SignedIn } from '../api/context.ts'
import { operation } from '../api/operation.ts'
import { PagingQuery } from '../api/paging.ts'
import { requireMemberAlone } from '../auth/signIn.ts'
import { BookId } from '../books/ids.ts'
import { paragraph } from '../books/rules.ts'
import { findBook } from '../books/store.ts'
import { daysBefore, hoursBefore } from '../days.ts'
import { LIMITS } from '../limits.ts'
import { marketEvent, notify } from '../notices/notify.ts'
import { maskContacts } from './maskContacts.ts'
import {
  countSent,
  findConversation,
  insertMessage,
  latestOf,
  listConversations,
  listMessages,
  markRead,
  openConversation,
  reportMessage as report,
  type Sides,
} from './store.ts'
import { Conversation, Message } from './wire.ts'

const Text = Type.String({ minLength: 1, maxLength: LIMITS.messageCharacters })
const MessageId = Type.String({ minLength: 1, maxLength: 20 })
const Sent = Type.Object({ conversationID: Type.String(), messageID: Type.String() })

export const askSeller = operation({
  route: 'POST /books/askSeller',
  summary: 'Ask the seller of a book on sale something; neither side sees who the other is',
  body: { bookID: BookId, text: Text },
  reply: Sent,
  async run({ body }, market) {
    const { sql, user, now } = market
    await requireMemberAlone(sql, user)
    const book = await findBook(sql, body.bookID)
    if (book?.ownerId === user.id) throw failure('conflict', 'This is your own book')
    if (!book || (book.status !== 0 && book.buyerId !== user.id))
      throw failure('missing', 'There is no such book on sale')
    const sides = await openConversation(sql, book.id, user.id, now)
    if (!sides) throw failure('missing', 'There is no such book on sale')
    return send(market, sides, body.text)
  },
})

export const sendMessage = operation({
  route: 'POST /user/sendMessage',
  summary: 'Write in a conversation of yours, while the book is on sale or in a sale between you two',
  body: { conversationID: BookId, text: Text },
  reply: Sent,
  async run({ body }, market) {
    const { sql, user } = market
    await requireMemberAlone(sql, user)
    const sides = await ownConversation(market, body.conversationID)
    if (!isOpen(sides)) throw failure('conflict', 'The book is no longer on sale, so this conversation has ended')
    const sent = await send(market, sides, body.text)
    // Whoever answers has read what came before.
    await markRead(sql, sides, user.id, sent.messageID)
    return sent
  },
})

export const getConversations = operation({
  route: 'GET /user/getConversations',
  summary: 'Your conversations about books, the latest first',
  query: PagingQuery,
  reply: Type.Object({ conversations: Type.Array(Conversation) }),
  run: ({ query }, { sql, user }) => listConversations(sql, user.id, query),
})

export const getConversation = operation({
  route: 'GET /user/getConversation/{conversationID}',
  summary: 'The latest hundred messages of a conversation of yours',
  params: { conversationID: BookId },
  reply: Type.Object({
    conversation: Type.Object({
      _id: Type.String(),
      book: Type.String(),
      name: Type.String(),
      side: Type.String(),
      open: Type.Boolean(),
      unread: Type.Integer(),
    }),
    messages: Type.Array(Message),
  }),
  async run({ params }, market) {
    const sides = await ownConversation(market, params.conversationID)
    const { id, book, name, unread } = sides
    const side = sides.ownerId === market.user.id ? 'seller' : 'buyer'
    const conversation = JSON.stringify({ _id: id, book, name, side, open: isOpen(sides), unread })
    const messages = textOf(await listMessages(market.sql, id))
    return json(`{"conversation":${conversation},${messages.slice(1)}`)
  },
})

export const readConversation = operation({
  route: 'POST /user/readConversation',
  summary: 'Mark a conversation of yours as read, up to the latest message that you have seen, or all of it',
  body: { conversationID: BookId, messageID: optional(MessageId) },
  reply: Type.Object({}),
  async run({ body }, market) {
    const sides = await ownConversation(market, body.conversationID)
    await markRead(market.sql, sides, market.user.id, body.messageID ?? (await latestOf(market.sql, sides.id)))
    return {}
  },
})

export const reportMessage = operation({
  route: 'POST /user/reportMessage',
  summary: 'Tell the staff about a message of the other side',
  body: { messageID: MessageId, reason: optional(Type.String({ maxLength: 300 })) },
  reply: Type.Object({ messageID: Type.String() }),
  async run({ body }, { sql, user, now }) {
    const name = await report(sql, body.messageID, user.id, paragraph(body.reason ?? ''), now)
    if (name === undefined) throw failure('missing', 'There is no such message to you')
    await notify(sql, now, [marketEvent('messageReported', body.messageID, 'staff', { name })])
    return { messageID: body.messageID }
  },
})

async function ownConversation({ sql, user }: SignedIn, id: string) {
  const sides = await findConversation(sql, id, user.id)
  if (!sides) throw failure('missing', 'There is no such conversation of yours')
  return sides
}

/** Whoever asked goes on asking while the book is on sale; in a sale only its buyer and its seller write. */
function isOpen({ status, askerId, buyerId }: Sides): boolean {
  return status === 0 || (status !== 5 && buyerId === askerId)
}

async function send({ sql, user, now }: SignedIn, sides: Sides, given: string) {
  const text = paragraph(maskContacts(given))
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(text)) throw failure('invalid', 'text must not be empty', { field: 'text' })
  const sent = await countSent(sql, user.id, hoursBefore(now, 1), daysBefore(now, 1))
  if (sent.messages >= LIMITS.messagesAnHour)
    throw failure('too_many', `At most ${LIMITS.messagesAnHour} messages an hour`, { retryAfter: 3600 })
  if (sent.conversations > LIMITS.conversationsADay)
    throw failure('too_many', `At most ${LIMITS.conversationsADay} new conversations a day`, { retryAfter: 86_400 })
  const id = await insertMessage(sql, sides.id, user.id, text, now)
  const account = user.id === sides.ownerId ? sides.askerId : sides.ownerId
  const facts = { conversation: sides.id, name: sides.name }
  // A notice for each message; a mail once a day for each conversation.
  const day = now.toISOString().slice(0, 10)
  await notify(sql, now, [
    marketEvent('messageReceived', id, { account }, facts),
    marketEvent('messagesWaiting', `${sides.id} ${day}`, { account }, facts),
  ])
  return { conversationID: sides.id, messageID: id }
}
