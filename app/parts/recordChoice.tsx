import { useSignal } from '@preact/signals'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { call } from '../api/call.ts'
import { tellProblem } from '../shell/toasts.ts'

export interface FoundRecord {
  type: string
  id: number
  name: string
  organization?: { name: string } | null
}

interface Props {
  label: string
  types: readonly ('person' | 'organization' | 'deal')[]
  text: string
  /** Undefined clears the field. */
  choose: (found: FoundRecord | undefined) => void
  cancel: () => void
}

/** A field that takes one of the records there are, found while one types. */
export function RecordChoice({ label, types, text, choose, cancel }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const found = useSignal<readonly FoundRecord[]>([])
  const active = useSignal(0)
  useLayoutEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])

  async function look(term: string) {
    active.value = 0
    if (term.length < 2) {
      found.value = []
      return
    }
    try {
      const { data } = await call<{ items: { item: FoundRecord }[] }>(
        `GET /v2/itemSearch?term=${encodeURIComponent(term)}&item_types=${types.join(',')}&limit=8`,
      )
      if (input.current?.value.trim() === term) found.value = data.items.map(({ item }) => item)
    } catch (error) {
      tellProblem(error)
    }
  }

  function onKey(event: KeyboardEvent) {
    const count = found.value.length
    if (event.key === 'ArrowDown' && count) active.value = (active.value + 1) % count
    else if (event.key === 'ArrowUp' && count) active.value = (active.value + count - 1) % count
    else if (event.key === 'Enter') {
      const chosen = found.value[active.value]
      if (chosen) choose(chosen)
      else if (input.current?.value.trim() === '') choose(undefined)
    } else if (event.key === 'Escape') cancel()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div class="combobox">
      <input
        ref={input}
        role="combobox"
        aria-expanded={found.value.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={found.value.length > 0 ? `${id}-${active.value}` : undefined}
        aria-label={label}
        autocomplete="off"
        defaultValue={text}
        onInput={event => void look(event.currentTarget.value.trim())}
        onKeyDown={onKey}
        onBlur={() => setTimeout(cancel, 150)}
      />
      <div id={id} role="listbox" aria-label={label} hidden={found.value.length === 0}>
        {found.value.map((item, nr) => (
          <div
            key={`${item.type}${item.id}`}
            id={`${id}-${nr}`}
            role="option"
            tabIndex={-1}
            aria-selected={active.value === nr}
            onPointerDown={event => {
              event.preventDefault()
              choose(item)
            }}
          >
            {item.name} {item.organization && <small>{item.organization.name}</small>}
          </div>
        ))}
      </div>
    </div>
  )
}
