import { fragment } from '@portico/kit/database/sql'
import Type from 'typebox'

/** A message for one of the two sides, for a row `message`; nobody is named, only which side wrote it. */
export const MESSAGE = fragment`
  message.id::text as "_id", case when message.from_id = book.owner_id then 'seller' else 'buyer' end as "from",
  case when message.removed_at is null then message.body else '' end as text, message.removed_at is not null as removed,
  message.reported_at is not null as reported, market.ms(message.at) as date`

export const Message = Type.Object({
  _id: Type.String(),
  from: Type.String({ description: 'buyer or seller' }),
  text: Type.String({ description: 'Mail addresses, numbers and links are taken out' }),
  removed: Type.Boolean({ description: 'By the staff' }),
  reported: Type.Boolean(),
  date: Type.Integer(),
})

/** For rows `conversation` and its `book`. */
export const CONVERSATION = fragment`
  conversation.id as "_id", book.id as book, book.name, book.course, book.status,
  market.ms(conversation.latest_at) as date`

export const Conversation = Type.Object({
  _id: Type.String(),
  book: Type.String(),
  name: Type.String(),
  course: Type.String(),
  status: Type.Integer(),
  date: Type.Integer(),
  side: Type.String({ description: 'Which side you are on: buyer or seller' }),
  unread: Type.Integer(),
})

export const ReportedMessage = Type.Object({
  _id: Type.String(),
  conversation: Type.String(),
  book: Type.String(),
  name: Type.String(),
  text: Type.String(),
  reason: Type.String(),
  sender: Type.String(),
  senderID: Type.String(),
  senderMail: Type.String(),
  date: Type.Integer(),
  reportedDate: Type.Integer(),
})
