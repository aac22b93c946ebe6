import type { ComponentChildren } from 'preact'
import { dayName } from '../parts/days.ts'
import { money } from '../parts/money.ts'
import { userName } from '../store/company.ts'
import { type Field, fieldValue, isEmpty, type ShownRecord } from './fieldValue.ts'
import { RecordName } from './recordName.tsx'

interface Entry {
  value: string
  label?: string
}

const VISIBLE_TO: Record<number, string> = { 1: 'Owner only', 3: "Owner's group", 5: 'Group and below', 7: 'Everyone' }

/** A value as people read it. */
export function FieldText({ record, field }: { record: ShownRecord; field: Field }): ComponentChildren {
  const value = fieldValue(record, field)
  if (isEmpty(value)) return null
  const { field_type: type, options } = field
  const labelOf = (id: unknown) => options?.find(option => String(option.id) === String(id))?.label ?? String(id)
  if (field.field_code === 'value') return money(Number(value), String(record.currency))
  if (field.field_code === 'emails') return links(value as Entry[], 'mailto')
  if (field.field_code === 'phones') return links(value as Entry[], 'tel')
  if (type === 'visible_to') return VISIBLE_TO[Number(value)]
  if (type === 'user') return userName(Number(value))
  if (type === 'people') return <RecordName kind="person" id={Number(value)} />
  if (type === 'org') return <RecordName kind="organization" id={Number(value)} />
  if (type === 'enum' || type === 'status' || type === 'billing_frequency') return labelOf(value)
  if (type === 'set') return (value as unknown[]).map(labelOf).join(', ')
  if (type === 'date') return dayName(String(value).slice(0, 10))
  if (type === 'boolean') return value ? 'Yes' : 'No'
  if (type === 'monetary') {
    const { value: amount, currency } = value as { value: number; currency: string }
    return money(amount, currency)
  }
  if (type === 'daterange' || type === 'timerange') {
    const { value: from, until } = value as { value: string; until: string }
    return type === 'daterange'
      ? `${dayName(from)} – ${until ? dayName(until) : '…'}`
      : `${from.slice(0, 5)} – ${until?.slice(0, 5)}`
  }
  if (type === 'address' || type === 'time') return String((value as Entry).value ?? '')
  return isAddress(value) ? (
    <a href={value} target="_blank" rel="noreferrer">
      {webText(value)}
    </a>
  ) : (
    String(value)
  )
}

/** An address of the web as people write it. */
export const webText = (address: string) => address.replace(/^https?:\/\//i, '')

/** Of the web; a script, say, is only text. */
function isAddress(value: unknown): value is string {
  return typeof value === 'string' && /^https?:\/\/\S+$/i.test(value)
}

function links(entries: readonly Entry[], scheme: 'mailto' | 'tel'): ComponentChildren {
  return entries.map(({ value, label }) => (
    <span key={value} class="entry">
      <a href={`${scheme}:${value}`}>{breakable(value)}</a> {label && <small>{label}</small>}
    </span>
  ))
}

/** Where there is no room for a whole address, the line ends before its host. */
function breakable(address: string): ComponentChildren {
  const host = address.lastIndexOf('@')
  if (host < 0) return address
  return (
    <>
      {address.slice(0, host)}
      <wbr />
      {address.slice(host)}
    </>
  )
}
