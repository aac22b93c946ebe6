import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { call } from '../api/call.ts'
import { tellProblem } from '../shell/toasts.ts'
import { newRequestId } from '../store/together.ts'
import { offerUndo } from '../store/undo.ts'
import { type FoundRecord, RecordChoice } from './recordChoice.tsx'

/** What was typed into the form. */
export interface QuickRecord {
  title: string
  contact: { person_id: number } | { org_id: number } | undefined
  value: number | undefined
}

interface Props {
  /** What the button says, such as `Add deal`. */
  label: string
  currency: string
  /** Stores it; everything that is sent under `requestId` is undone together. */
  save: (given: QuickRecord, requestId: string) => Promise<void>
  close: () => void
}

/** What was typed, and the person or organization that was picked for it. */
interface ContactChoice {
  text: string
  found?: FoundRecord
}

/** A new deal or lead at the head of its list. Enter saves it and stays, for the next one. */
export function QuickForm({ label, currency, save, close }: Props) {
  const title = useRef<HTMLInputElement>(null)
  const value = useRef<HTMLInputElement>(null)
  const contact = useSignal<ContactChoice>({ text: '' })
  const isSaving = useSignal(false)
  useLayoutEffect(() => title.current?.focus(), [])

  async function submit(event: Event) {
    event.preventDefault()
    const given = title.current?.value.trim() || contact.value.text.trim()
    if (!given || isSaving.value) return title.current?.focus()
    isSaving.value = true
    const requestId = newRequestId()
    try {
      const amount = value.current?.value
      const linked = await contactOf(contact.value, requestId)
      await save({ title: given, contact: linked, value: amount ? Number(amount) : undefined }, requestId)
      offerUndo(`Added “${given}”`, requestId)
      contact.value = { text: '' }
      for (const input of [title.current, value.current]) if (input) input.value = ''
      title.current?.focus()
    } catch (error) {
      tellProblem(error)
    } finally {
      isSaving.value = false
    }
  }

  return (
    <form class="quick-add" onSubmit={submit} onKeyDown={event => event.key === 'Escape' && close()}>
      <input ref={title} name="title" placeholder="Title" aria-label="Title" autocomplete="off" maxLength={255} />
      <RecordChoice
        label="Contact"
        types={['person', 'organization']}
        text={contact.value.text}
        onText={text => {
          contact.value = { text }
        }}
        choose={found => {
          contact.value = { text: found.name, found }
        }}
      />
      <input
        ref={value}
        name="value"
        type="number"
        min="0"
        step="any"
        placeholder={`Value in ${currency}`}
        aria-label="Value"
      />
      <div class="row">
        <button type="submit" class="primary" disabled={isSaving.value}>
          {label}
        </button>
        <button type="button" class="quiet" onClick={close}>
          Close
        </button>
      </div>
    </form>
  )
}

/** The chosen contact, or a new person of that name. */
async function contactOf({ text, found }: ContactChoice, requestId: string): Promise<QuickRecord['contact']> {
  if (found) return found.type === 'person' ? { person_id: Number(found.id) } : { org_id: Number(found.id) }
  const name = text.trim()
  if (!name) return undefined
  const { data } = await call<{ id: number }>('POST /v2/persons', { body: { name }, requestId })
  return { person_id: data.id }
}
