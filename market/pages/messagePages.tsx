import { attempt, type Problem, redirect } from '@portico/kit/http/forms'
import { ProblemNote, Refused, TextArea } from '@portico/kit/pages/field'
import type { Static } from 'typebox'
import { LIMITS } from '../limits.ts'
import {
  askSeller,
  getConversation,
  getConversations,
  readConversation,
  reportMessage,
  sendMessage,
} from '../messages/operations.ts'
import type { Conversation, Message } from '../messages/wire.ts'
import type { MemberRequest, Mount } from './mount.tsx'
import { ago } from './parts/book.tsx'
import { Confirm } from './parts/confirm.tsx'
import { Older, partOf } from './parts/part.tsx'
import { page } from './respond.tsx'

type Listed = Static<typeof Conversation>
type Shown = Static<typeof Message>
type Opened = {
  conversation: { _id: string; book: string; name: string; side: string; open: boolean; unread: number }
  messages: Shown[]
}

const ROWS = 50

/** Messages between a buyer and a seller about a book. */
export function messagePages(mount: Mount) {
  mount.memberGet('/market/messages', async pageRequest => {
    const part = partOf(pageRequest, ROWS)
    const { conversations } = await pageRequest.run<{ conversations: Listed[] }>(getConversations, {
      query: { ...part },
    })
    return page(
      pageRequest,
      { title: 'Messages', place: 'messages' },
      <section class="narrow">
        <h1>Messages</h1>
        {conversations.length === 0 && (
          <p class="empty-line">Nothing here yet. Ask a seller on the page of a book; both sides stay unnamed.</p>
        )}
        <ul class="notices">
          {conversations.map(one => (
            <li class={one.unread > 0 ? 'unread' : ''}>
              <p>
                <a href={`/market/messages/${one._id}`}>{one.name}</a>{' '}
                <span class="hint">{one.side === 'seller' ? 'A buyer asks you' : 'You ask the seller'}</span>
              </p>
              <span class="when">
                {one.unread > 0 && <span class="tag status-1">{one.unread} new</span>}{' '}
                {ago(one.date, pageRequest.services.now())}
              </span>
            </li>
          ))}
        </ul>
        <Older pageRequest={pageRequest} path="/market/messages" part={part} shown={conversations.length} />
      </section>,
    )
  })

  mount.memberGet('/market/messages/:id', pageRequest => showConversation(pageRequest))

  mount.memberPost('/market/messages/:id', async pageRequest => {
    const { text = '' } = await pageRequest.form()
    const body = { conversationID: pageRequest.param('id'), text }
    const problem = await attempt(() => pageRequest.run(sendMessage, { body }))
    return problem
      ? showConversation(pageRequest, problem, text)
      : redirect(`/market/messages/${body.conversationID}?done=sent`)
  })

  // A GET changes nothing, since previews open every link: the script of the page says what was shown, or the button.
  mount.memberPost('/market/messages/:id/read', async pageRequest => {
    const { messageID } = await pageRequest.form()
    await pageRequest.run(readConversation, { body: { conversationID: pageRequest.param('id'), messageID } })
    return redirect('/market/messages')
  })

  mount.memberPost('/market/messages/:id/report/:message', async pageRequest => {
    const { reason = '' } = await pageRequest.form()
    await pageRequest.run(reportMessage, { body: { messageID: pageRequest.param('message'), reason } })
    return redirect(`/market/messages/${pageRequest.param('id')}?done=reported`)
  })
}

/** What somebody wants to ask a seller: where it is read when it was sent, or why it was not. */
export async function askTheSeller(pageRequest: MemberRequest, text: string): Promise<Problem | { sentTo: string }> {
  const body = { bookID: pageRequest.param('id'), text }
  let sentTo = ''
  const problem = await attempt(async () => {
    const { conversationID } = await pageRequest.run<{ conversationID: string }>(askSeller, { body })
    sentTo = `/market/messages/${conversationID}?done=sent`
  })
  return problem ?? { sentTo }
}

async function showConversation(pageRequest: MemberRequest, problem?: Problem, typed = ''): Promise<Response> {
  const params = { conversationID: pageRequest.param('id') }
  const { conversation, messages } = await pageRequest.run<Opened>(getConversation, { params })
  const path = `/market/messages/${conversation._id}`
  return page(
    pageRequest,
    { title: `Messages about ${conversation.name}`, place: 'messages', status: problem?.status ?? 200 },
    <section class="narrow">
      <p class="kicker">
        <a href="/market/messages">Messages</a>
      </p>
      <h1>
        <a href={`/market/books/${conversation.book}`}>{conversation.name}</a>
      </h1>
      <ol class="thread">
        {messages.map(message => (
          <li class={message.from === conversation.side ? 'mine' : ''}>
            <p class="thread-head">
              {message.from === conversation.side ? 'You' : SIDES[message.from]} ·{' '}
              {ago(message.date, pageRequest.services.now())}
            </p>
            <p class="thread-text">{message.removed ? 'Removed by the staff.' : message.text}</p>
            {message.from !== conversation.side && !message.removed && (
              <Report path={`${path}/report/${message._id}`} reported={message.reported} />
            )}
          </li>
        ))}
      </ol>
      {conversation.unread > 0 && (
        <form method="post" action={`${path}/read`} class="actions" data-seen={conversation.unread}>
          <input type="hidden" name="messageID" value={messages.at(-1)?._id} />
          <button class="button small quiet" type="submit">
            Mark as read
          </button>
        </form>
      )}
      {conversation.open ? (
        <form method="post" action={path} class="form panel">
          <MessageText label="Your message" typed={typed} problem={problem} />
          <button class="button" type="submit">
            Send
          </button>
        </form>
      ) : (
        <p class="empty-line">The book is no longer on sale, so this conversation has ended.</p>
      )}
    </section>,
  )
}

const SIDES: Record<string, string> = { buyer: 'Buyer', seller: 'Seller' }

function Report({ path, reported }: { path: string; reported: boolean }) {
  if (reported) return <p class="hint">You told the staff about this message.</p>
  return (
    <Confirm action={path} text="Report" about="this message" yes="Tell the staff">
      <label>
        What is wrong?
        <input name="reason" maxlength={300} />
      </label>
    </Confirm>
  )
}

interface Typed {
  label: string
  hint?: string
  typed?: string | undefined
  problem?: Problem | undefined
}

function MessageText({ label, hint = '', typed, problem }: Typed) {
  return (
    <>
      {problem?.field ? <ProblemNote problem={problem} /> : <Refused problem={problem} />}
      <TextArea
        name="text"
        label={label}
        value={typed}
        problem={problem}
        required
        maxlength={LIMITS.messageCharacters}
        hint={`${hint} Mail addresses, phone numbers and links are taken out.`.trim()}
      />
    </>
  )
}

/** On the page of a book, for somebody who may ask. */
export function AskForm({ book, typed, problem }: { book: string; typed?: string; problem?: Problem | undefined }) {
  return (
    <details class="ask" open={problem !== undefined}>
      <summary>Ask the seller</summary>
      <form method="post" action={`/market/books/${book}/ask`} class="form">
        <MessageText
          label="Your question"
          hint="The seller does not learn who you are."
          typed={typed}
          problem={problem}
        />
        <button class="button small" type="submit">
          Send
        </button>
      </form>
    </details>
  )
}
