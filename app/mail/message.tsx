import type { FileV1 } from '@portico/crm/work/files/v1/shape'
import type { WrittenMessage } from '@portico/crm/work/mail/app/shape'
import type { MailMessageV1 } from '@portico/crm/work/mail/v1/shape'
import { useSignal } from '@preact/signals'
import { call } from '../api/call.ts'
import { MailFrame, partyNames } from '../parts/mailFrame.tsx'
import { fileSize } from '../record/side/fileSize.ts'
import { refine } from '../shell/location.ts'
import { tellProblem } from '../shell/toasts.ts'
import { useAnswer } from '../store/answer.ts'
import { shortTime } from './shortTime.ts'
import { tellWhenSent } from './tellWhenSent.ts'

interface Props {
  message: MailMessageV1
  /** The latest one is open at once. */
  isOpen: boolean
  again: () => Promise<void>
}

export function Message({ message, isOpen: opens, again }: Props) {
  const isOpen = useSignal(opens)
  const { id, subject, snippet } = message
  if (message.draft_flag)
    return (
      <li class="message" data-draft="true">
        <header>
          <strong>Draft</strong> <small>To {partyNames(message.to) || 'nobody yet'}</small>
        </header>
        <p class="message-snippet">{snippet || 'Nothing is written yet'}</p>
        <button type="button" onClick={() => refine({ write: `draft-${id}` })}>
          Go on writing
        </button>
      </li>
    )
  const isUnsent = message.sent_from_pipedrive_flag === 1 && message.sent_flag === 0
  return (
    <li class="message">
      <header>
        <button
          type="button"
          class="quiet message-head"
          aria-expanded={isOpen.value}
          onClick={() => (isOpen.value = !isOpen.value)}
        >
          <strong>
            <From message={message} />
          </strong>{' '}
          <small>{shortTime(message.message_time)}</small>
        </button>
        <small class="soft">
          To {partyNames([...message.to, ...message.cc]) || 'unknown'}
          {message.bcc.length > 0 && `, blind copy to ${partyNames(message.bcc)}`}
        </small>
      </header>
      {isUnsent && <SendState id={id} again={again} />}
      {!isOpen.value && <p class="message-snippet">{snippet}</p>}
      {isOpen.value && message.has_body_flag === 1 && <MailFrame id={id} subject={subject} snippet={snippet} />}
      {isOpen.value && message.has_body_flag === 0 && <p class="soft">This message has no text.</p>}
      {isOpen.value && message.has_attachments_flag === 1 && <Attachments id={id} />}
    </li>
  )
}

/** Who wrote it, and who that is among the people one knows. */
function From({ message }: { message: MailMessageV1 }) {
  const [first] = message.from
  if (!first) return <>Unknown sender</>
  return <>{first.linked_person_name ?? partyNames(message.from)}</>
}

/** A message that is on its way, or that did not get there. */
function SendState({ id, again }: { id: number; again: () => Promise<void> }) {
  const { data } = useAnswer<WrittenMessage>(`/app/api/mailMessages/${id}`, ['mail_message'])
  if (data.value?.send_state === 'queued') return <p class="soft">On its way …</p>
  if (data.value?.send_state !== 'failed') return null
  const retry = () =>
    call(`POST /app/api/mailMessages/${id}/send`)
      .then(() => Promise.all([again(), tellWhenSent(id)]))
      .catch(tellProblem)
  return (
    <p class="problem" role="alert">
      Not sent: {data.value.send_error}{' '}
      <button type="button" onClick={() => void retry()}>
        Send again
      </button>
    </p>
  )
}

function Attachments({ id }: { id: number }) {
  const files = useAnswer<FileV1[] | null>(`/v1/mailbox/mailMessages/${id}/files?limit=100`).data.value ?? []
  return (
    <ul class="letter-files" aria-label="Attached files">
      {files.map(file => (
        <li key={file.id}>
          <a href={`/v1/files/${file.id}/download`} download={file.name}>
            {file.name}
          </a>{' '}
          <small>{fileSize(file.file_size)}</small>
        </li>
      ))}
    </ul>
  )
}
