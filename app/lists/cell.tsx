import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { dayName, today } from '../parts/days.ts'
import { money } from '../parts/money.ts'
import { FieldEditor } from '../record/fieldEditor.tsx'
import { FieldText } from '../record/fieldText.tsx'
import { isEmpty, type ShownRecord } from '../record/fieldValue.ts'
import { recordAddress } from '../record/places.ts'
import { nameOf, RecordName } from '../record/recordName.tsx'
import { cellText, cellValue, editedField } from './cellValue.ts'
import type { ListColumn, ListRow } from './listRow.ts'

/** What a cell shows. */
export function CellText({ row, column }: { row: ListRow; column: ListColumn }): ComponentChildren {
  const value = cellValue(row, column)
  if (isEmpty(value)) return null
  const { field_type: type, field_code: code } = column
  if (code === 'next_activity_date' && row.next_activity) return <NextActivity row={row} />
  if (type === 'org' || type === 'people') {
    const kind = type === 'org' ? 'organization' : 'person'
    const name = row.names[column.code]
    if (name === null) return <span class="soft">Hidden</span>
    if (name === undefined) return <RecordName kind={kind} id={Number(value)} />
    return (
      <a href={recordAddress(kind, Number(value))} tabIndex={-1}>
        {name}
      </a>
    )
  }
  if (code === 'weighted_value') return money(Number(value), String(row.currency))
  if (type === 'price_list') return priceText(value as Price[])
  if (type === 'stage' || type === 'pipeline' || code === 'emails' || code === 'phones') return cellText(row, column)
  const record = column.is_related ? (row.related[column.of] as ShownRecord) : row
  return <FieldText record={record} field={column} />
}

export interface Price {
  price: number
  currency: string
}

export const priceText = (prices: readonly Price[]) =>
  prices.map(({ price, currency }) => money(price, currency)).join(', ')

interface NextStep {
  subject: string
  due_date: string | null
}

/** What is planned next, and when. */
export function nextText(row: ListRow): string {
  const { subject, due_date } = row.next_activity as NextStep
  return due_date ? `${dayName(due_date)} · ${subject}` : subject
}

function NextActivity({ row }: { row: ListRow }) {
  const { subject, due_date } = row.next_activity as NextStep
  return (
    <span data-overdue={due_date !== null && due_date < today()} title={subject}>
      {nextText(row)}
    </span>
  )
}

interface EditorProps {
  row: ListRow
  column: ListColumn
  save: (value: unknown) => void
  cancel: () => void
}

/** The editor of the field over its cell. */
export function CellEditor({ row, column, save, cancel }: EditorProps) {
  const value = cellValue(row, column)
  const { field_type: type } = column
  const isLink = type === 'org' || type === 'people'
  const known = isLink && value ? row.names[column.code] : ''
  const name = useSignal<string | undefined>(known ?? undefined)
  useEffect(() => {
    if (name.value !== undefined) return
    void nameOf(type === 'org' ? 'organization' : 'person', Number(value)).then(found => {
      name.value = found
    })
  }, [])
  if (name.value === undefined) return null
  return (
    <div class="cell-editor">
      <FieldEditor field={editedField(row, column)} value={value} name={name.value} save={save} cancel={cancel} />
    </div>
  )
}
