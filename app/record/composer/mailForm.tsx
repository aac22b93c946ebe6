import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { LetterStart } from '../../mail/letter.ts'
import { LetterForm } from '../../mail/letterForm.tsx'
import type { ShownRecord } from '../fieldValue.ts'
import type { RecordStore } from '../recordStore.ts'
import { contactOf } from './contact.ts'

/** A message to the contact of a record. */
export function MailForm({ store, record }: { store: RecordStore; record: ShownRecord }) {
  const { kind, id } = store
  const start = useSignal<LetterStart | undefined>(undefined)
  /** Each message has a form of its own. */
  const round = useSignal(0)
  useEffect(() => {
    void contactOf(kind, record).then(({ email }) => {
      start.value = { key: `letter/${kind.name}-${id}`, letter: { to: email }, link: linkOf(store) }
    })
  }, [record.person_id])
  if (!start.value) return <p class="loading">Loading …</p>
  return (
    <LetterForm
      key={round.value}
      start={start.value}
      done={(how, letter) => {
        // Without a contact the next message goes to whom the last one went.
        const { value } = start
        if (how === 'sent' && value && !value.letter.to) start.value = { ...value, letter: { to: letter.to } }
        round.value++
        void store.read()
      }}
    />
  )
}

function linkOf({ kind, id }: RecordStore): NonNullable<LetterStart['link']> {
  if (kind.name === 'deal') return { deal_id: Number(id) }
  return kind.name === 'lead' ? { lead_id: String(id) } : {}
}
