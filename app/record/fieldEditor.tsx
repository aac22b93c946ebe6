import { useLayoutEffect, useRef } from 'preact/hooks'
import { RecordChoice } from '../parts/recordChoice.tsx'
import { myCurrency } from '../store/company.ts'
import { ChoiceEditor, type EditorProps, leaveOnEscape, SetEditor } from './choiceEditors.tsx'
import { type Field, isEmpty } from './fieldValue.ts'

/** How a value of each type is typed. Enter or leaving the field saves, Escape does not. */
export function FieldEditor(props: EditorProps) {
  const { field_type: type, field_code: code } = props.field
  if (code === 'emails' || code === 'phones') return <EntriesEditor {...props} />
  if (code === 'label_ids' || type === 'set') return <SetEditor {...props} />
  if (CHOSEN.has(type)) return <ChoiceEditor {...props} />
  if (type === 'people' || type === 'org') return <LinkEditor {...props} />
  if (type === 'daterange' || type === 'timerange') return <RangeEditor {...props} />
  return <TextEditor {...props} />
}

/** Types of which one of several values is chosen. */
const CHOSEN = new Set(['enum', 'user', 'visible_to', 'boolean', 'billing_frequency'])

function inputOf(type: string) {
  if (type === 'date') return { type: 'date' } as const
  if (type === 'time') return { type: 'time' } as const
  if (type === 'int' || type === 'double' || type === 'monetary') return { type: 'number', step: 'any' } as const
  return { type: 'text', maxLength: 255 } as const
}

function TextEditor({ field, value, save, cancel }: EditorProps) {
  const { field_type: type, field_name: label } = field
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const isLong = type === 'text'
  useLayoutEffect(() => {
    input.current?.focus()
    if (type !== 'date' && type !== 'time') input.current?.select()
  }, [])
  const shown = plainText(type, value)
  const finish = () => {
    const text = input.current?.value.trim() ?? ''
    if (text === shown) cancel()
    else save(text === '' ? null : typed(field, text, value))
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape') cancel()
    else if (event.key === 'Enter' && (!isLong || event.ctrlKey)) finish()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const shared = { ref: input, 'aria-label': label, defaultValue: shown, onBlur: finish, onKeyDown: keys }
  if (isLong) return <textarea {...shared} rows={4} maxLength={65_535} />
  return <input {...shared} {...inputOf(type)} />
}

function plainText(type: string, value: unknown): string {
  if (isEmpty(value)) return ''
  if (type === 'date') return String(value).slice(0, 10)
  if (typeof value === 'object' && value !== null && 'value' in value) {
    const text = String(value.value ?? '')
    return type === 'time' ? text.slice(0, 5) : text
  }
  return String(value)
}

/** What was typed in the type that the field has. */
function typed({ field_type: type, field_code }: Field, text: string, before: unknown): unknown {
  if (type === 'int' || type === 'double' || field_code === 'value') return Number(text)
  if (type === 'monetary')
    return { value: Number(text), currency: (before as { currency?: string } | null)?.currency ?? myCurrency.value }
  if (type === 'time' || type === 'address') return { value: text }
  return text
}

function LinkEditor({ field, name, save, cancel }: EditorProps) {
  return (
    <RecordChoice
      label={field.field_name}
      types={field.field_type === 'people' ? ['person'] : ['organization']}
      text={name}
      choose={found => save(found.id)}
      editing={{ clear: () => save(null), cancel }}
    />
  )
}

/** E-mails and phones: one on a line, the first is the primary one. */
function EntriesEditor({ field, value, save, cancel }: EditorProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const entries = (value as { value: string; label?: string }[] | null) ?? []
  useLayoutEffect(() => area.current?.focus(), [])
  const finish = () => {
    const lines = (area.current?.value ?? '')
      .split('\n')
      .map(line => line.trim())
      .filter(Boolean)
    if (JSON.stringify(lines) === JSON.stringify(entries.map(entry => entry.value))) return cancel()
    save(
      lines.map((line, nr) => ({
        value: line,
        primary: nr === 0,
        label: entries.find(entry => entry.value === line)?.label ?? 'work',
      })),
    )
  }
  return (
    <textarea
      ref={area}
      aria-label={`${field.field_name}, one on each line`}
      rows={Math.max(2, entries.length + 1)}
      defaultValue={entries.map(entry => entry.value).join('\n')}
      onBlur={finish}
      onKeyDown={event => leaveOnEscape(event, cancel)}
    />
  )
}

function RangeEditor({ field, value, save, cancel }: EditorProps) {
  const box = useRef<HTMLFieldSetElement>(null)
  const { value: from = '', until = '' } = (value as { value?: string; until?: string } | null) ?? {}
  const type = field.field_type === 'daterange' ? 'date' : 'time'
  useLayoutEffect(() => box.current?.querySelector('input')?.focus(), [])
  const leave = (event: FocusEvent) => {
    if (box.current?.contains(event.relatedTarget as Node)) return
    const [begin = '', end = ''] = [...(box.current?.querySelectorAll('input') ?? [])].map(input => input.value)
    if (begin === from.slice(0, begin.length || 10) && end === (until ?? '').slice(0, end.length || 10)) cancel()
    else save(begin ? { value: begin, ...(end && { until: end }) } : null)
  }
  return (
    <fieldset
      ref={box}
      class="range"
      aria-label={field.field_name}
      onFocusOut={leave}
      onKeyDown={event => leaveOnEscape(event, cancel)}
    >
      <input type={type} aria-label="From" defaultValue={type === 'time' ? from.slice(0, 5) : from} />
      <input
        type={type}
        aria-label="Until"
        defaultValue={type === 'time' ? (until ?? '').slice(0, 5) : (until ?? '')}
      />
    </fieldset>
  )
}
