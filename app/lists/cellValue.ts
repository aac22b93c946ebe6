import { type Field, fieldValue, isEmpty, type Patch, patchOf } from '../record/fieldValue.ts'
import { activeUsers, pipelines, session, stages, stagesOf, userName, users } from '../store/company.ts'
import type { ListColumn, ListRow } from './listRow.ts'
import { readDay, readNumber, readTruth, writesMonthFirst } from './typedText.ts'

/** The value of a cell; of a related record when the column is one of it. */
export function cellValue(row: ListRow, column: ListColumn): unknown {
  if (!column.is_related) return fieldValue(row, column)
  const related = row.related[column.of] as ListRow | null | undefined
  return related ? fieldValue(related, column) : undefined
}

/** The field as it is edited in a row: stages of its pipeline and states are choices. */
export function editedField(row: ListRow, column: ListColumn): Field {
  if (column.field_type === 'stage') {
    const pipeline = stages.value.find(stage => stage.id === row.stage_id)?.pipeline_id ?? 0
    const options = stagesOf(pipeline).map(({ id, name }) => ({ id, label: name, color: null }))
    return { ...column, field_type: 'enum', options }
  }
  return column.field_type === 'status' ? { ...column, field_type: 'enum' } : column
}

/** What a cell holds as plain text, as it is copied; what is copied can be pasted. */
export function cellText(row: ListRow, column: ListColumn): string {
  const value = cellValue(row, column)
  if (isEmpty(value)) return ''
  const { field_type: type } = column
  if (type === 'user') return userName(Number(value))
  if (type === 'stage') return stages.value.find(({ id }) => id === value)?.name ?? String(value)
  if (type === 'pipeline') return pipelines.value.find(({ id }) => id === value)?.name ?? String(value)
  if (type === 'org' || type === 'people') return row.names[column.code] ?? String(value)
  if (type === 'boolean') return value ? 'Yes' : 'No'
  if (type === 'date') return String(value).slice(0, 10)
  if (type === 'price_list') return (value as { price: number }[]).map(({ price }) => price).join(', ')
  if (Array.isArray(value)) return value.map(entry => entryText(column, entry)).join(', ')
  if (typeof value === 'object') return String((value as { value?: unknown }).value ?? '')
  return labelOf(column, value)
}

function entryText(column: ListColumn, entry: unknown): string {
  return typeof entry === 'object' && entry !== null
    ? String((entry as { value: unknown }).value)
    : labelOf(column, entry)
}

function labelOf({ options }: ListColumn, value: unknown): string {
  return options?.find(({ id }) => String(id) === String(value))?.label ?? String(value)
}

/** What is written into a cell of another kind of record that has to be looked up first. */
export interface Lookup {
  kind: 'person' | 'organization'
  name: string
}

export type Read = { patch: Patch } | { lookup: Lookup } | { problem: string }

/** Reads a pasted text as a value of the column. */
export function readCell(row: ListRow, column: ListColumn, given: string): Read {
  const text = given.trim()
  const { field_name: name, field_type: type } = column
  if (!column.is_editable) return { problem: `${name} cannot be changed in a list` }
  if (text === '') return { patch: patchOf(column, emptyOf(column)) }
  if (type === 'org' || type === 'people')
    return { lookup: { kind: type === 'org' ? 'organization' : 'person', name: text } }
  const value = readValue(row, column, text)
  return value === undefined ? { problem: `${name} cannot be “${text}”` } : { patch: patchOf(column, value) }
}

function emptyOf({ field_code, is_custom_field }: ListColumn): unknown {
  return !is_custom_field && ['emails', 'phones', 'label_ids'].includes(field_code) ? [] : null
}

function readValue(row: ListRow, column: ListColumn, text: string): unknown {
  const { field_type: type, field_code: code, is_custom_field: isCustom } = column
  if (code === 'emails' || code === 'phones')
    return text.split(/[,;\n]/).flatMap((part, nr) => {
      const value = part.trim()
      return value ? [{ value, primary: nr === 0, label: 'work' }] : []
    })
  switch (type) {
    case 'int':
    case 'double':
      return readNumber(text)
    case 'monetary': {
      const amount = readNumber(text)
      if (amount === undefined || !isCustom) return amount
      const before = cellValue(row, column) as { currency?: string } | null
      return { value: amount, currency: before?.currency ?? ownCurrency() }
    }
    case 'date':
      return readDay(text, writesMonthFirst(navigator.language))
    case 'time':
      return /^\d{1,2}:\d\d/.test(text) ? { value: text.padStart(5, '0') } : undefined
    case 'boolean':
      return readTruth(text)
    case 'user':
      return activeUsers.value.find(user => same(user.name, text) || same(user.email ?? '', text))?.id
    case 'address':
      return { value: text }
    case 'set':
      return optionsIn(column, text)
    case 'enum':
    case 'status':
    case 'visible_to':
    case 'stage': {
      const option = editedField(row, column).options?.find(({ label }) => same(label, text))
      return option && (type === 'visible_to' ? Number(option.id) : option.id)
    }
    case 'daterange':
    case 'timerange':
      return undefined
    default:
      return text
  }
}

function ownCurrency(): string {
  return users.value.find(({ id }) => id === session.value.user.id)?.default_currency ?? 'USD'
}

function optionsIn({ options }: ListColumn, text: string): unknown {
  const chosen = text.split(',').map(part => options?.find(({ label }) => same(label, part.trim()))?.id)
  return chosen.every(id => id !== undefined) ? chosen : undefined
}

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
