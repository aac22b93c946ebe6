import type { Operation } from '@portico/kit/api/operation'
import { attempt, type Problem, redirect } from '@portico/kit/http/forms'
import { Refused } from '@portico/kit/pages/field'
import type { Static } from 'typebox'
import type { Market } from '../../api/context.ts'
import { getReportedMessages, keepMessage, removeMessage } from '../../messages/moderation.ts'
import type { ReportedMessage } from '../../messages/wire.ts'
import type { MemberRequest, Mount } from '../mount.tsx'
import { ago } from '../parts/book.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { dashboardPage } from './frame.tsx'

type Reported = Static<typeof ReportedMessage>

const STEPS: readonly [string, Operation<Market>, string][] = [
  ['remove', removeMessage, 'messageremoved'],
  ['keep', keepMessage, 'messagekept'],
]

/** Messages somebody told the staff about. */
export function reportedPages(mount: Mount) {
  mount.memberGet('/market/dashboard/messages', pageRequest => showReported(pageRequest), 'admin')

  for (const [path, operation, done] of STEPS)
    mount.memberPost(
      `/market/dashboard/messages/:id/${path}`,
      async pageRequest => {
        const body = { messageID: pageRequest.param('id') }
        const problem = await attempt(() => pageRequest.run(operation, { body }))
        return problem ? showReported(pageRequest, problem) : redirect(`/market/dashboard/messages?done=${done}`)
      },
      'admin',
    )
}

async function showReported(pageRequest: MemberRequest, problem?: Problem): Promise<Response> {
  const { messages } = await pageRequest.run<{ messages: Reported[] }>(getReportedMessages)
  return dashboardPage(
    pageRequest,
    { title: 'Reported messages', here: 'messages', status: problem?.status },
    <>
      <Refused problem={problem} />
      {messages.length === 0 && <p class="empty-line">Nothing was reported.</p>}
      <ul class="tickets">
        {messages.map(message => (
          <li class="ticket">
            <p class="row-title">{message.name}</p>
            <p class="row-facts">
              {message.sender} wrote {ago(message.date, pageRequest.services.now())}
            </p>
            <blockquote>{message.text}</blockquote>
            {message.reason && <p class="hint">Reported because: {message.reason}</p>}
            <div class="ticket-actions">
              <Confirm
                action={`/market/dashboard/messages/${message._id}/remove`}
                text="Remove"
                about={`the message of ${message.sender}`}
              >
                <p>Take it away from both sides?</p>
              </Confirm>
              <form method="post" action={`/market/dashboard/messages/${message._id}/keep`}>
                <button class="button small quiet" type="submit" aria-label={`Keep the message of ${message.sender}`}>
                  Keep
                </button>
              </form>
              {message.senderMail && (
                <a
                  class="button small quiet"
                  href={`/market/dashboard/users?email=${encodeURIComponent(message.senderMail)}`}
                >
                  Account of {message.sender}
                </a>
              )}
            </div>
          </li>
        ))}
      </ul>
    </>,
  )
}
