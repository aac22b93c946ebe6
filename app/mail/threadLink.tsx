import type { MailboxThread } from '@portico/crm/work/mail/app/mailbox'
import { useSignal } from '@preact/signals'
import { type FoundRecord, RecordChoice } from '../parts/recordChoice.tsx'
import { recordAddress } from '../record/places.ts'
import { linkThread, shareThread } from './mailStore.ts'

/** The deal or lead a thread is on, and who sees it. */
export function ThreadLink({ thread }: { thread: MailboxThread }) {
  const isChoosing = useSignal(false)
  const { deal_id, lead_id } = thread
  const title = thread.deal_title ?? thread.lead_title
  const address = deal_id ? recordAddress('deal', deal_id) : lead_id && recordAddress('lead', lead_id)
  function choose({ type, id, name }: FoundRecord) {
    isChoosing.value = false
    const to =
      type === 'deal'
        ? { deal_id: Number(id), deal_title: name, lead_id: null, lead_title: null }
        : { lead_id: String(id), lead_title: name, deal_id: null, deal_title: null }
    void linkThread(thread, to, `Put it on ${name}`)
  }
  const takeOff = () =>
    void linkThread(
      thread,
      { deal_id: null, deal_title: null, lead_id: null, lead_title: null },
      `Took it off ${title}`,
    )
  const isShared = thread.shared_flag === 1
  return (
    <div class="row thread-link">
      {address && title && !isChoosing.value && (
        <span>
          On <a href={address}>{title}</a>
        </span>
      )}
      {isChoosing.value ? (
        <RecordChoice
          label="Deal or lead"
          types={['deal', 'lead']}
          text=""
          choose={choose}
          editing={{ clear: () => (isChoosing.value = false), cancel: () => (isChoosing.value = false) }}
        />
      ) : (
        <button type="button" class="quiet" onClick={() => (isChoosing.value = true)}>
          {address ? 'Change' : 'Put it on a deal or lead'}
        </button>
      )}
      {address && !isChoosing.value && (
        <button type="button" class="quiet" onClick={takeOff}>
          Take it off
        </button>
      )}
      <label class="check" title="Shared: those who see its deal or lead, or else one of its people, see it too">
        <input
          type="checkbox"
          role="switch"
          aria-checked={isShared}
          checked={isShared}
          onChange={() => void shareThread(thread, isShared ? 0 : 1)}
        />
        {isShared ? 'Shared' : 'Private, only you see it'}
      </label>
    </div>
  )
}
