import { useSignal } from '@preact/signals'
import type { FlowEntry } from '../recordStore.ts'

interface Party {
  name: string
  email_address: string
}

/**
 * A mail message. Its HTML stands in a frame that runs nothing and has no origin; pictures of other servers, which tell
 * the sender that it was read, are loaded when somebody asks for them.
 */
export function MailEntry({ message }: { message: FlowEntry['data'] }) {
  const isOpen = useSignal(false)
  const withPictures = useSignal(false)
  const address = `/v1/mailbox/mailMessages/${message.id}/body${withPictures.value ? '?pictures=1' : ''}`
  return (
    <>
      <strong>{String(message.subject) || 'No subject'}</strong>
      <small>
        {parties(message.from)} → {parties(message.to)}
      </small>
      {!isOpen.value && <span>{String(message.snippet)}</span>}
      <div class="row">
        {Boolean(message.has_body_flag) && (
          <button type="button" aria-expanded={isOpen.value} onClick={() => (isOpen.value = !isOpen.value)}>
            {isOpen.value ? 'Hide the message' : 'Show the message'}
          </button>
        )}
        {isOpen.value && !withPictures.value && (
          <button type="button" class="quiet" onClick={() => (withPictures.value = true)}>
            Load pictures
          </button>
        )}
      </div>
      {isOpen.value && (
        <iframe
          class="mail-body"
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          referrerpolicy="no-referrer"
          src={address}
          title={`Message: ${message.subject}`}
        />
      )}
    </>
  )
}

function parties(given: unknown): string {
  return ((given as Party[] | null) ?? []).map(({ name, email_address }) => name || email_address).join(', ')
}
