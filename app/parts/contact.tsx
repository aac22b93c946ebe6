import { type Signal, useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { call } from '../api/call.ts'
import { tellProblem } from '../shell/toasts.ts'

interface Found {
  type: 'person' | 'organization'
  id: number
  name: string
  organization?: { name: string } | null
}

/** What was typed, and the person or organization that was picked for it. */
export interface ContactChoice {
  text: string
  found?: Found
}

/** A field for a person or an organization: suggests those there are, and takes a new name. */
export function Contact({ choice }: { choice: Signal<ContactChoice> }) {
  const id = useId()
  const found = useSignal<readonly Found[]>([])
  const active = useSignal(-1)

  async function type(text: string) {
    choice.value = { text }
    active.value = -1
    if (text.trim().length < 2) {
      found.value = []
      return
    }
    try {
      const { data } = await call<{ items: { item: Found }[] }>(
        `GET /v2/itemSearch?term=${encodeURIComponent(text.trim())}&item_types=person,organization&fields=name,email,phone&limit=8`,
      )
      if (choice.value.text === text) found.value = data.items.map(({ item }) => item)
    } catch (error) {
      tellProblem(error)
    }
  }

  function pick(item: Found) {
    choice.value = { text: item.name, found: item }
    found.value = []
  }

  function onKey(event: KeyboardEvent) {
    const count = found.value.length
    const chosen = found.value[active.value]
    if (event.key === 'ArrowDown' && count) active.value = (active.value + 1) % count
    else if (event.key === 'ArrowUp' && count) active.value = (active.value + count - 1) % count
    else if (event.key === 'Enter' && chosen) pick(chosen)
    else if (event.key === 'Escape' && count) found.value = []
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div class="combobox">
      <input
        role="combobox"
        aria-expanded={found.value.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={active.value >= 0 ? `${id}-${active.value}` : undefined}
        aria-label="Contact"
        placeholder="Contact"
        autocomplete="off"
        maxLength={255}
        value={choice.value.text}
        onInput={event => void type(event.currentTarget.value)}
        onKeyDown={onKey}
        onBlur={() => setTimeout(() => (found.value = []), 150)}
      />
      <div id={id} role="listbox" aria-label="Contacts" hidden={found.value.length === 0}>
        {found.value.map((item, nr) => (
          <div
            key={`${item.type}${item.id}`}
            id={`${id}-${nr}`}
            role="option"
            tabIndex={-1}
            aria-selected={active.value === nr}
            onPointerDown={event => {
              event.preventDefault()
              pick(item)
            }}
          >
            {item.name} <small>{item.type === 'person' ? (item.organization?.name ?? 'Person') : 'Organization'}</small>
          </div>
        ))}
      </div>
    </div>
  )
}
