import type { WrittenMessage } from '@portico/crm/work/mail/app/shape'
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { tell, tellProblem } from '../../shell/toasts.ts'
import { session } from '../../store/company.ts'
import type { ShownRecord } from '../fieldValue.ts'
import type { RecordStore } from '../recordStore.ts'
import { contactOf } from './contact.ts'
import { plainHtml } from './plainHtml.ts'

/** A message to the contact of a record. */
export function MailForm({ store, record }: { store: RecordStore; record: ShownRecord }) {
  const { kind, id } = store
  const to = useRef<HTMLInputElement>(null)
  const isSending = useSignal(false)
  useEffect(() => {
    void contactOf(kind, record).then(({ email }) => {
      if (to.current && !to.current.value) to.current.value = email
    })
  }, [record.person_id])

  async function send(event: SubmitEvent) {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    const given = new FormData(form)
    const text = (name: string) => String(given.get(name) ?? '').trim()
    if (isSending.value) return
    isSending.value = true
    try {
      const { data } = await call<WrittenMessage>('POST /app/api/mailMessages', {
        body: {
          to: addressesIn(text('to')),
          cc: addressesIn(text('cc')),
          subject: text('subject'),
          body: plainHtml(text('text')),
          ...((kind.name === 'deal' || kind.name === 'lead') && { [kind.link]: id }),
        },
      })
      form.reset()
      await store.read()
      await tellWhenSent(data.id)
    } catch (error) {
      tellProblem(error)
    } finally {
      isSending.value = false
    }
  }
  const { mail } = session.value
  return (
    <form onSubmit={send}>
      {mail !== 'sent' && (
        <p class="problem" role="note">
          {mail === 'none'
            ? 'Mail is not set up on this server: messages are kept here and are not sent.'
            : 'Mail is not set up on this server (SMTP_URL): messages are written to files there and do not reach anybody.'}
        </p>
      )}
      <input ref={to} name="to" aria-label="To" placeholder="To, several with commas" required autocomplete="off" />
      <input name="cc" aria-label="Copy to" placeholder="Copy to" autocomplete="off" />
      <input name="subject" aria-label="Subject" placeholder="Subject" required maxLength={500} autocomplete="off" />
      <textarea name="text" aria-label="Message" placeholder="Message" rows={6} required maxLength={90_000} />
      <button type="submit" class="primary" disabled={isSending.value}>
        {isSending.value ? 'Sending …' : 'Send'}
      </button>
    </form>
  )
}

export function addressesIn(text: string): { address: string }[] {
  return text
    .split(/[,;]/)
    .map(address => ({ address: address.trim() }))
    .filter(({ address }) => address)
}

const EVERY_MS = 500
const MOST_TIMES = 12

/** Says how it went: the message leaves a moment after it was written. */
async function tellWhenSent(id: number): Promise<void> {
  for (let times = 0; times < MOST_TIMES; times++) {
    const { data } = await call<WrittenMessage>(`GET /app/api/mailMessages/${id}`)
    if (data.send_state === 'sent') return void tell(session.value.mail === 'sent' ? 'Message sent' : 'Message kept')
    if (data.send_state === 'failed') throw new Error(`The message could not be sent: ${data.send_error}`)
    await new Promise(resolve => setTimeout(resolve, EVERY_MS))
  }
  tell('The message is on its way')
}
