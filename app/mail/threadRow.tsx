import type { MailboxThread } from '@portico/crm/work/mail/app/mailbox'
import { InboxRow } from '../inbox/inboxList.tsx'
import { partyNames } from '../parts/mailFrame.tsx'
import { folder, inbox } from './mailStore.ts'
import { shortTime } from './shortTime.ts'

export function ThreadRow({ thread, top }: { thread: MailboxThread; top: number }) {
  const isUnread = thread.read_flag === 0
  const isDraft = thread.has_draft_flag === 1
  const on = thread.deal_title ?? thread.lead_title
  const subject = thread.subject || 'No subject'
  return (
    <InboxRow
      inbox={inbox}
      item={thread}
      top={top}
      title={subject}
      href={`/app/mail?folder=${folder.value}&open=${thread.id}`}
      isNew={isUnread}
    >
      <span class="inbox-title">
        {isUnread && <span class="unseen" role="img" aria-label="Unread" />}
        {peopleOf(thread)}
        {thread.message_count > 1 && <small class="soft"> {thread.message_count}</small>}
      </span>
      <span class="inbox-end soft">{shortTime(thread.last_message_timestamp)}</span>
      <span class="mail-subject">{subject}</span>
      <span class="mail-marks">
        {thread.has_failed_flag === 1 && (
          <span class="tag" data-status="failed">
            not sent
          </span>
        )}
        {isDraft && <span class="tag">draft</span>}
        {thread.has_real_attachments_flag === 1 && <span class="tag">file</span>}
        {on && <span class="tag mail-on">{on}</span>}
      </span>
      <span class="inbox-line mail-snippet">
        {folder.value === 'drafts' ? thread.snippet_draft || thread.snippet : thread.snippet}
      </span>
    </InboxRow>
  )
}

/** Whom a thread is with: those who wrote, and in what was only sent those it went to. */
function peopleOf({ parties, drafts_parties, all_messages_sent_flag, message_count }: MailboxThread): string {
  if (message_count === 0) return `To ${partyNames(drafts_parties.slice(0, 3)) || 'nobody yet'}`
  if (all_messages_sent_flag) return `To ${partyNames(parties.to.slice(0, 3))}`
  return partyNames(parties.from.slice(0, 3)) || 'Unknown sender'
}
