import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { activeUsers } from '../store/company.ts'
import type { Field } from './fieldValue.ts'

export interface EditorProps {
  field: Field
  value: unknown
  /** The name of what is linked, for fields that name another record. */
  name: string
  save: (value: unknown) => void
  cancel: () => void
}

/** One of several values. */
export function ChoiceEditor({ field, value, save, cancel }: EditorProps) {
  const select = useRef<HTMLSelectElement>(null)
  useLayoutEffect(() => select.current?.focus(), [])
  const choices = choicesOf(field)
  return (
    <select
      ref={select}
      aria-label={field.field_name}
      value={String(value ?? '')}
      onChange={event => {
        const chosen = choices.find(({ id }) => String(id) === event.currentTarget.value)
        save(chosen ? chosen.id : null)
      }}
      onBlur={cancel}
      onKeyDown={event => leaveOnEscape(event, cancel)}
    >
      {isClearable(field) && <option value="">–</option>}
      {choices.map(({ id, label }) => (
        <option key={String(id)} value={String(id)}>
          {label}
        </option>
      ))}
    </select>
  )
}

function isClearable({ field_code }: Field): boolean {
  return !['owner_id', 'visible_to', 'is_linkable', 'billing_frequency', 'stage_id', 'status'].includes(field_code)
}

function choicesOf({ field_type, options }: Field): { id: unknown; label: string }[] {
  if (field_type === 'user') return activeUsers.value.map(({ id, name }) => ({ id, label: name }))
  if (field_type === 'boolean')
    return [
      { id: true, label: 'Yes' },
      { id: false, label: 'No' },
    ]
  const asNumber = (id: number | string) => (field_type === 'visible_to' ? Number(id) : id)
  return (options ?? []).map(({ id, label }) => ({ id: asNumber(id), label }))
}

/** Any of several values. */
export function SetEditor({ field, value, save, cancel }: EditorProps) {
  const chosen = useSignal<readonly (number | string)[]>((value as (number | string)[] | null) ?? [])
  const box = useRef<HTMLFieldSetElement>(null)
  useLayoutEffect(() => box.current?.querySelector('input')?.focus(), [])
  const leave = (event: FocusEvent) => {
    if (box.current?.contains(event.relatedTarget as Node)) return
    if (JSON.stringify(chosen.value) === JSON.stringify(value ?? [])) cancel()
    else save(chosen.value)
  }
  return (
    <fieldset
      ref={box}
      class="choices"
      aria-label={field.field_name}
      onFocusOut={leave}
      onKeyDown={event => leaveOnEscape(event, cancel)}
    >
      {(field.options ?? []).map(({ id, label }) => (
        <label key={id}>
          <input
            type="checkbox"
            checked={chosen.value.includes(id)}
            onChange={() => {
              chosen.value = chosen.value.includes(id)
                ? chosen.value.filter(each => each !== id)
                : [...chosen.value, id]
            }}
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

export function leaveOnEscape(event: KeyboardEvent, cancel: () => void): void {
  if (event.key !== 'Escape') return
  event.stopPropagation()
  cancel()
}
