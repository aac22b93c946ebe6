import { useSignal } from '@preact/signals'
import { MailFrame, partyNames } from '../../parts/mailFrame.tsx'
import type { FlowEntry } from './flowPages.ts'

type Parties = Parameters<typeof partyNames>[0]

/** A mail message. */
export function MailEntry({ message }: { message: FlowEntry['data'] }) {
  const isOpen = useSignal(false)
  return (
    <>
      <strong>{String(message.subject) || 'No subject'}</strong>
      <small>
        {partyNames(message.from as Parties)} → {partyNames(message.to as Parties)}
      </small>
      {!isOpen.value && <span>{String(message.snippet)}</span>}
      {Boolean(message.has_body_flag) && (
        <div class="row">
          <button type="button" aria-expanded={isOpen.value} onClick={() => (isOpen.value = !isOpen.value)}>
            {isOpen.value ? 'Hide the message' : 'Show the message'}
          </button>
        </div>
      )}
      {isOpen.value && (
        <MailFrame id={Number(message.id)} subject={String(message.subject)} snippet={String(message.snippet)} />
      )}
    </>
  )
}
