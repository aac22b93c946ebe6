import { failure } from '@portico/kit/api/failure'
import { isDay } from '@portico/kit/api/schemas'
import { ADDRESS_PARTS } from '../records/parseAddress.ts'

/**
 * The types a company's own fields can have. Each knows its parts and how to read one value in its typed form, which
 * is what the database keeps and v2 shows; `flat.ts` turns it into the flat form of v1 and back.
 */
export const CUSTOM_TYPES = [
  'address',
  'date',
  'daterange',
  'double',
  'enum',
  'monetary',
  'org',
  'people',
  'phone',
  'set',
  'text',
  'time',
  'timerange',
  'user',
  'varchar',
  'varchar_auto',
  'visible_to',
] as const

export type CustomType = (typeof CUSTOM_TYPES)[number]

/** A field as values are read against it. */
export interface FieldOfValue {
  type: string
  options: readonly { id: number }[]
}

export type Part = readonly [name: string, type: 'text' | 'number']

/** Parts beside the value itself, for types whose value is an object. */
export const PARTS: Partial<Record<CustomType, readonly Part[]>> = {
  monetary: [['currency', 'text']],
  daterange: [['until', 'text']],
  time: [
    ['timezone_id', 'number'],
    ['timezone_name', 'text'],
  ],
  timerange: [
    ['until', 'text'],
    ['timezone_id', 'number'],
    ['timezone_name', 'text'],
  ],
  address: [...ADDRESS_PARTS, 'formatted_address' as const].map(name => [name, 'text'] as const),
}

/** What a refusal calls a value, and a part of it: `custom_fields.KEY.until` in v2, `KEY_until` in v1. */
export type Naming = (part?: string) => string

/** Reads one value, never null, against its field, strictly: a number written as text is no number. */
export function readValue(field: FieldOfValue, value: unknown, name: Naming): unknown {
  const read = READERS[field.type as CustomType]
  if (!read) throw wrong(name(), 'cannot be written')
  return read(value, name, field)
}

type Reader = (value: unknown, name: Naming, field: FieldOfValue) => unknown

const READERS: Record<CustomType, Reader> = {
  varchar: textUpTo(255),
  varchar_auto: textUpTo(255),
  phone: textUpTo(255),
  text: textUpTo(65_535),
  double: readNumber,
  date: readDate,
  user: readId,
  org: readId,
  people: readId,
  visible_to: (value, name) => oneAmong([1, 3, 5, 7], readId(value, name), name()),
  enum: (value, name, field) => readOption(value, name, field),
  set: readSet,
  monetary: (value, name) => ({ ...readObject('monetary', value, name, readNumber), ...currencyOf(value, name) }),
  daterange: (value, name) => inOrder(readObject('daterange', value, name, readDate, { until: readDate }), name),
  time: (value, name) => readObject('time', value, name, readTimeOfDay),
  timerange: (value, name) => readObject('timerange', value, name, readTimeOfDay, { until: readTimeOfDay }),
  address: (value, name) => readObject('address', typeof value === 'string' ? { value } : value, name, textUpTo(255)),
}

function textUpTo(length: number): Reader {
  return (value, name) => {
    if (typeof value !== 'string') throw wrong(name(), 'must be a text')
    if (value.length > length) throw wrong(name(), `is longer than ${length} characters`)
    return value
  }
}

function readNumber(value: unknown, name: Naming): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw wrong(name(), 'must be a number')
  return value
}

function readId(value: unknown, name: Naming): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1) throw wrong(name(), 'must be an id')
  return value
}

function readDate(value: unknown, name: Naming): string {
  if (typeof value !== 'string' || !isDay(value)) throw wrong(name(), 'must be a date such as 2026-03-01')
  return value
}

function readTimeOfDay(value: unknown, name: Naming): string {
  const [, time, seconds = ':00'] = /^((?:[01]\d|2[0-3]):[0-5]\d)(:[0-5]\d)?$/.exec(String(value)) ?? []
  if (!time) throw wrong(name(), 'must be a time of day such as 14:30:00')
  return time + seconds
}

function readOption(value: unknown, name: Naming, { options }: FieldOfValue): number {
  const id = readId(value, name)
  if (!options.some(option => option.id === id)) throw wrong(name(), `has no option ${id}`)
  return id
}

/** As many as a field can have options. */
export const MOST_CHOSEN = 10_000

function readSet(value: unknown, name: Naming, field: FieldOfValue): number[] {
  if (!Array.isArray(value)) throw wrong(name(), 'must be a list of option ids')
  if (value.length === 0) throw wrong(name(), 'must not be an empty list, null clears it')
  if (value.length > MOST_CHOSEN) throw wrong(name(), `may name ${MOST_CHOSEN} options at most`)
  const known = new Set(field.options.map(option => option.id))
  const ids = new Set<number>()
  for (const item of value) {
    const id = readId(item, name)
    if (!known.has(id)) throw wrong(name(), `has no option ${id}`)
    ids.add(id)
  }
  return [...ids]
}

/** An object of a value and the parts of its type; parts that were not given are null. */
function readObject(
  type: CustomType,
  given: unknown,
  name: Naming,
  readMain: Reader,
  readers: Record<string, Reader> = {},
) {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw wrong(name(), 'must be an object with a value')
  const parts = given as Record<string, unknown>
  const none: FieldOfValue = { type, options: [] }
  const known = PARTS[type] ?? []
  const unknown = Object.keys(parts).find(part => part !== 'value' && !known.some(([known]) => known === part))
  if (unknown) throw wrong(name(unknown), 'is not part of this field')
  const read: Record<string, unknown> = {
    value: present(parts.value) ? readMain(parts.value, () => name('value'), none) : null,
  }
  for (const [part, kind] of known) {
    const reader = readers[part] ?? (kind === 'number' ? readNumber : textUpTo(255))
    read[part] = present(parts[part]) ? reader(parts[part], () => name(part), none) : null
  }
  if (read.value === null) throw wrong(name('value'), 'is required')
  return read
}

function inOrder(range: Record<string, unknown>, name: Naming) {
  if (typeof range.until === 'string' && String(range.value) > range.until)
    throw wrong(name('until'), 'lies before the beginning')
  return range
}

function currencyOf(value: unknown, name: Naming) {
  const { currency } = value as { currency?: unknown }
  if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency))
    throw wrong(name('currency'), 'must be a currency code such as EUR')
  return { currency }
}

function oneAmong(values: readonly number[], value: number, name: string): number {
  if (!values.includes(value)) throw wrong(name, `must be one of ${values.join(', ')}`)
  return value
}

function present(value: unknown): boolean {
  return value !== null && value !== undefined
}

function wrong(field: string, what: string) {
  return failure('invalid', `${field} ${what}`, { field })
}
