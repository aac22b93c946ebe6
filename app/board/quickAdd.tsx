import type { Stage } from '@portico/crm/sales/stages/v2/shape'
import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { call } from '../api/call.ts'
import { type FoundRecord, RecordChoice } from '../parts/recordChoice.tsx'
import { tellProblem } from '../shell/toasts.ts'
import { offerUndo } from '../store/undo.ts'
import { currency, refresh } from './boardStore.ts'

/** What was typed, and the person or organization that was picked for it. */
interface ContactChoice {
  text: string
  found?: FoundRecord
}

/** A new deal at the head of its column. Enter saves it and stays, for the next one. */
export function QuickAdd({ stage, close }: { stage: Stage; close: () => void }) {
  const title = useRef<HTMLInputElement>(null)
  const value = useRef<HTMLInputElement>(null)
  const contact = useSignal<ContactChoice>({ text: '' })
  const isSaving = useSignal(false)
  useLayoutEffect(() => title.current?.focus(), [])

  async function save(event: Event) {
    event.preventDefault()
    const given = title.current?.value.trim() || contact.value.text.trim()
    if (!given || isSaving.value) return title.current?.focus()
    isSaving.value = true
    try {
      const linked = await linkOf(contact.value)
      const amount = value.current?.value ? { value: Number(value.current.value), currency: currency.value } : {}
      const { correlationId } = await call('POST /v2/deals', {
        body: { title: given, stage_id: stage.id, ...amount, ...linked },
      })
      offerUndo(`Added “${given}”`, correlationId)
      contact.value = { text: '' }
      for (const input of [title.current, value.current]) if (input) input.value = ''
      title.current?.focus()
      await refresh()
    } catch (error) {
      tellProblem(error)
    } finally {
      isSaving.value = false
    }
  }

  return (
    <form class="quick-add" onSubmit={save} onKeyDown={event => event.key === 'Escape' && close()}>
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
        placeholder={`Value in ${currency.value}`}
        aria-label="Value"
      />
      <div class="row">
        <button type="submit" class="primary" disabled={isSaving.value}>
          Add deal
        </button>
        <button type="button" class="quiet" onClick={close}>
          Close
        </button>
      </div>
    </form>
  )
}

/** The chosen contact, or a new person of that name. */
async function linkOf({ text, found }: ContactChoice): Promise<object> {
  if (found) return found.type === 'person' ? { person_id: found.id } : { org_id: found.id }
  const name = text.trim()
  if (!name) return {}
  const { data } = await call<{ id: number }>('POST /v2/persons', { body: { name } })
  return { person_id: data.id }
}
