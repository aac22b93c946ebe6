import type { Field, Fields } from '../../base/fields/catalog.ts'
import type { ExportKind } from './kind.ts'
import type { NamedKind } from './namesStore.ts'

/** What is exported of one record, as its JSON has it. */
export type ExportedRecord = Record<string, unknown>

/** The name of a record that another one names, at the moment of the export. */
export type NameOf = (kind: NamedKind, id: unknown) => string | undefined

/** A column of a table. */
export interface Column {
  /** Stays the same while an export is under way, whatever happens to the fields. */
  id: string
  head: string
  cell(record: ExportedRecord, nameOf: NameOf): unknown
  /** What `nameOf` is asked for. */
  names?: readonly [NamedKind, (record: ExportedRecord) => unknown]
}

/** Keys that name another record. */
const REFERENCES: Readonly<Record<string, NamedKind>> = {
  owner_id: 'user',
  user_id: 'user',
  creator_id: 'user',
  creator_user_id: 'user',
  person_id: 'person',
  org_id: 'organization',
  organization_id: 'organization',
  deal_id: 'deal',
  lead_id: 'lead',
  product_id: 'product',
  pipeline_id: 'pipeline',
  stage_id: 'stage',
  project_id: 'project',
  board_id: 'board',
  phase_id: 'phase',
}

/** The same for types of custom fields. */
const REFERENCE_TYPES: Readonly<Record<string, NamedKind>> = { user: 'user', people: 'person', org: 'organization' }

/** Addresses and numbers of a person have a column for each of these labels; others are under Other. */
const CONTACTS: Readonly<Record<string, readonly string[]>> = {
  emails: ['work', 'home', 'other'],
  phones: ['work', 'home', 'mobile', 'other'],
}

/** The columns of a kind, in the order of its fields; `keys` are those of its records. */
export function columnsOf(kind: ExportKind, keys: readonly string[], fields: Fields | undefined): Column[] {
  const named = Object.keys(kind.fields ?? {})
  const rest = keys.filter(key => key !== 'custom_fields' && !named.includes(key))
  const ordered = ['id', ...named, ...rest].filter((key, at, all) => all.indexOf(key) === at && keys.includes(key))
  const columns = ordered.flatMap(key => columnsOfKey(kind, key, fields))
  return [...columns, ...(fields?.custom ?? []).flatMap(field => columnsOfField(kind, field))]
}

/** Those that a file began with; a field that is gone since leaves its column empty. */
export function sameColumns(columns: readonly Column[], ids: readonly string[]): Column[] {
  const byId = new Map(columns.map(column => [column.id, column]))
  return ids.map(id => byId.get(id) ?? { id, head: id, cell: () => null })
}

/** Those of one field that every company has. */
export function columnsOfKey(
  kind: Pick<ExportKind, 'label' | 'fields'>,
  key: string,
  fields: Fields | undefined,
): Column[] {
  const name = fields?.byKey.get(key)?.name ?? kind.fields?.[key]?.name ?? inWords(key)
  const head = `${kind.label} - ${name}`
  const value = (record: ExportedRecord) => record[key]
  const reference = REFERENCES[key]
  if (reference) return referenceColumns(key, head, reference, value)
  const labels = CONTACTS[key]
  if (labels) return labels.map(label => contactColumn(key, head, label, labels))
  if (key === 'prices') return priceColumns(kind.label, head)
  const labelled = labelsFrom(fields?.byKey.get(key)?.options ?? [])
  return [{ id: key, head, cell: record => cellOf(labelled(value(record))) }]
}

/** Those of one of the company's own fields. */
export function columnsOfField(kind: Pick<ExportKind, 'label'>, field: Field): Column[] {
  const id = `custom:${field.key}`
  const head = `${kind.label} - ${field.name}`
  const value = ({ custom_fields }: ExportedRecord) => (custom_fields as ExportedRecord | undefined)?.[field.key]
  const part = (name: string) => (record: ExportedRecord) => (value(record) as ExportedRecord | null)?.[name]
  const reference = REFERENCE_TYPES[field.type]
  if (reference) return referenceColumns(id, head, reference, value)
  const labelled = labelsFrom(field.options)
  const main = { id, head, cell: (record: ExportedRecord) => cellOf(labelled(value(record))) }
  if (field.type === 'monetary')
    return [main, { id: `${id}#currency`, head: `${head} - Currency`, cell: part('currency') }]
  if (field.type === 'daterange' || field.type === 'timerange')
    return [main, { id: `${id}#until`, head: `${head} - End`, cell: part('until') }]
  return [main]
}

/** The name, and the id beside it. */
function referenceColumns(
  id: string,
  head: string,
  kind: NamedKind,
  value: (record: ExportedRecord) => unknown,
): Column[] {
  return [
    { id, head, names: [kind, value], cell: (record, nameOf) => nameOf(kind, value(record)) },
    { id: `${id}#id`, head: `${head} ID`, cell: value },
  ]
}

interface Contact {
  value: string
  label?: string | null
  primary?: boolean
}

function contactColumn(key: string, head: string, label: string, labels: readonly string[]): Column {
  const belongs = (contact: Contact) => {
    const own = (contact.label ?? '').toLowerCase()
    return own === label || (label === 'other' && !labels.includes(own))
  }
  return {
    id: `${key}#${label}`,
    head: `${head} - ${label.charAt(0).toUpperCase()}${label.slice(1)}`,
    cell: record =>
      ((record[key] ?? []) as Contact[])
        .filter(belongs)
        .toSorted((a, b) => Number(b.primary ?? false) - Number(a.primary ?? false))
        .map(contact => contact.value)
        .join(', '),
  }
}

/** An importer takes one price; all of them are beside it. */
function priceColumns(label: string, head: string): Column[] {
  const first = (name: string) => (record: ExportedRecord) =>
    (record.prices as ExportedRecord[] | undefined)?.[0]?.[name]
  return [
    { id: 'prices#price', head: `${label} - Unit price`, cell: first('price') },
    { id: 'prices#currency', head: `${label} - Currency`, cell: first('currency') },
    { id: 'prices', head, cell: record => record.prices },
  ]
}

/** Options by what people read. */
function labelsFrom(options: Field['options']): (value: unknown) => unknown {
  const labels = new Map<unknown, string>(options.map(option => [option.id, option.label]))
  const labelOf = (id: unknown) => labels.get(id) ?? id
  return value => (Array.isArray(value) ? value.map(labelOf) : labelOf(value))
}

function cellOf(value: unknown): unknown {
  if (Array.isArray(value) && value.every(item => typeof item !== 'object')) return value.join(', ')
  if (typeof value === 'object' && value !== null && 'value' in value) return value.value
  return value
}

/** `order_nr` → `Order nr` */
function inWords(key: string): string {
  return `${key.charAt(0).toUpperCase()}${key.slice(1)}`.replaceAll('_', ' ')
}
