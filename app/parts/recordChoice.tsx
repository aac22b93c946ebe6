import { useSignal } from '@preact/signals'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { call } from '../api/call.ts'
import { type KindName, RECORD_PLACES, type RecordId } from '../record/places.ts'
import { tellProblem } from '../shell/toasts.ts'

export interface FoundRecord {
  type: KindName
  id: RecordId
  name: string
  organization?: { name: string } | null
  /** Of a person. */
  emails?: readonly string[]
}

interface Props {
  label: string
  types: readonly FoundRecord['type'][]
  text: string
  choose: (found: FoundRecord) => void
  /** Told of every letter, where a text that names no record counts too. */
  onText?: (text: string) => void
  /** For a field that was opened to choose something: it has the focus at once, and the first one found is chosen by Enter. */
  editing?: { clear: () => void; cancel: () => void }
}

/** Long enough for a press on one of the records to be seen before the field is left. */
const LEAVE_MS = 150

/** A field that suggests records while one types. */
export function RecordChoice({ label, types, text, choose, onText, editing }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const found = useSignal<readonly FoundRecord[]>([])
  const active = useSignal(-1)
  useLayoutEffect(() => {
    if (!editing) return
    input.current?.focus()
    input.current?.select()
  }, [])

  async function look(typed: string) {
    onText?.(typed)
    active.value = editing ? 0 : -1
    const term = typed.trim()
    if (term.length < 2) {
      found.value = []
      return
    }
    try {
      const { data } = await call<{ items: { item: FoundRecord & { title?: string } }[] }>(
        `GET /v2/itemSearch?term=${encodeURIComponent(term)}&item_types=${types.join(',')}&fields=name,title,email,phone,code&limit=8`,
      )
      if (input.current?.value.trim() === term)
        found.value = data.items.map(({ item }) => ({ ...item, name: item.name ?? item.title ?? String(item.id) }))
    } catch (error) {
      tellProblem(error)
    }
  }

  function pick(item: FoundRecord) {
    found.value = []
    choose(item)
  }

  function onKey(event: KeyboardEvent) {
    const count = found.value.length
    const chosen = found.value[active.value]
    if (event.key === 'ArrowDown' && count) active.value = (active.value + 1) % count
    else if (event.key === 'ArrowUp' && count) active.value = (active.value + count - 1) % count
    else if (event.key === 'Enter' && chosen) pick(chosen)
    else if (event.key === 'Enter' && editing && input.current?.value.trim() === '') editing.clear()
    else if (event.key === 'Escape' && editing) editing.cancel()
    else if (event.key === 'Escape' && count) found.value = []
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  function leave() {
    setTimeout(() => {
      found.value = []
      editing?.cancel()
    }, LEAVE_MS)
  }

  return (
    <div class="combobox">
      <input
        ref={input}
        role="combobox"
        aria-expanded={found.value.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={found.value[active.value] ? `${id}-${active.value}` : undefined}
        aria-label={label}
        placeholder={label}
        autocomplete="off"
        maxLength={255}
        {...(onText ? { value: text } : { defaultValue: text })}
        onInput={event => void look(event.currentTarget.value)}
        onKeyDown={onKey}
        onBlur={leave}
      />
      <div id={id} role="listbox" aria-label={`Suggestions for ${label}`} hidden={found.value.length === 0}>
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
            {item.name} <small>{item.organization?.name ?? RECORD_PLACES[item.type].label}</small>
          </div>
        ))}
      </div>
    </div>
  )
}
