import { plainCell } from '@portico/kit/files/csv'
import { LIMITS } from '../../base/limits/atRest.ts'
import type { Problem } from '../longChanges/store.ts'
import { type DateOrder, isEmail, listed, type NumberStyle, readDay, readNumber } from './cells.ts'
import { type Names, stageKey } from './namesStore.ts'
import { IMPORT_KINDS, type ImportKind, type Target } from './targets.ts'

/** What a column was said to be, and how it writes days and numbers. */
export interface ColumnChoice {
  /** The id of a target; null for a column that is left out. */
  target: string | null
  dates: DateOrder
  numbers: NumberStyle
}

/** The body of a new record or of an update, as v2 takes it. */
export type Body = Record<string, unknown>

/** What a row of a file says. */
export interface ReadRow {
  /** The first row below the headers is 1. */
  nr: number
  bodies: Partial<Record<ImportKind, Body>>
  problems: Problem[]
}

export interface RowReader {
  read(nr: number, cells: readonly string[]): ReadRow
  /** Where a field is written, to tell whose cell a refusal is about. */
  columnOf(kind: ImportKind, field: string | undefined): number | undefined
  kinds: readonly ImportKind[]
}

interface Writing {
  column: number
  target: Target
  choice: ColumnChoice
}

/** Reads rows as the columns were chosen. A cell that cannot be read is told and left out; the rest of its row counts. */
export function rowReader(choices: readonly ColumnChoice[], targets: readonly Target[], names: Names): RowReader {
  const byId = new Map(targets.map(target => [target.id, target]))
  const writings = choices.flatMap((choice, column): Writing[] => {
    const target = byId.get(choice.target ?? '')
    return target ? [{ column, target, choice }] : []
  })
  return {
    kinds: [...new Set(writings.map(({ target }) => target.kind))],
    columnOf(kind, field) {
      const key = field?.replace(/^custom_fields\./, '').split('.')[0]
      return writings.find(({ target }) => target.kind === kind && target.key === key)?.column
    },
    read(nr, cells) {
      const row: ReadRow = { nr, bodies: {}, problems: [] }
      for (const writing of writings) {
        const cell = plainCell(cells[writing.column] ?? '').trim()
        if (cell === '') continue
        const outcome = readCell(cell, writing, names)
        if ('value' in outcome) put(row, writing.target, outcome.value)
        else row.problems.push({ row: nr, column: writing.column, cell: cell.slice(0, 100), text: outcome.problem })
      }
      complete(row, this, names)
      return row
    },
  }
}

/** What a cell alone does not tell: the pipeline of a stage, the currency of an amount, what a record is called. */
function complete({ nr, bodies, problems }: ReadRow, { columnOf }: RowReader, names: Names): void {
  const { person, deal, product } = bodies
  if (deal && typeof deal.stage_id === 'string') {
    const { stage_id: name, pipeline_id } = deal
    const key = typeof pipeline_id === 'number' ? stageKey(pipeline_id, name) : name.toLowerCase()
    const id = names.stages.get(key)
    if (id !== undefined) deal.stage_id = id
    else {
      delete deal.stage_id
      const column = columnOf('deal', 'stage_id')
      problems.push({ row: nr, ...(column !== undefined && { column }), cell: name.slice(0, 100), text: 'is no stage' })
    }
  }
  for (const body of Object.values(bodies)) {
    const custom = Object.values((body.custom_fields ?? {}) as Record<string, unknown>)
    for (const value of custom) if (isAmount(value)) value.currency ??= names.currency
  }
  const [price] = (product?.prices ?? []) as Body[]
  if (price) price.currency ??= names.currency
  const [email] = (person?.emails ?? []) as { value: string }[]
  if (person && email && !person.name && !person.first_name && !person.last_name) person.name = email.value
  for (const kind of IMPORT_KINDS) {
    const body = bodies[kind]
    if (!body || body.id !== undefined || CALLED_BY[kind].some(key => body[key] !== undefined)) continue
    problems.push({ row: nr, text: `The ${kind} has no ${CALLED_BY[kind][0]}, so it is left out` })
    delete bodies[kind]
  }
}

const CALLED_BY: Readonly<Record<ImportKind, readonly [string, ...string[]]>> = {
  organization: ['name'],
  person: ['name', 'first_name', 'last_name'],
  deal: ['title'],
  product: ['name'],
}

/** The value of a field of the type monetary, whose currency may be missing still. */
function isAmount(value: unknown): value is { value: number; currency?: string } {
  return typeof value === 'object' && value !== null && 'value' in value && typeof value.value === 'number'
}

type Outcome = { value: unknown } | { problem: string }

function readCell(cell: string, { target, choice }: Writing, names: Names): Outcome {
  const { type, key, part } = target
  if (key === 'emails') return emailsOf(cell)
  if (key === 'phones') return { value: listed(cell).map(value => value.slice(0, LIMITS.lineCharacters)) }
  if (key === 'currency' || part === 'currency') return currencyOf(cell, names)
  if (key === 'pipeline_id') return idOf(cell, names.pipelines, 'pipeline')
  if (key === 'stage_id') return { value: cell }
  if (key === 'status') return statusOf(cell)
  if (key === 'visible_to' || type === 'visible_to') return idOf(cell, names.visibilities, 'choice of who sees it')
  if (type === 'user') return idOf(cell, names.users, 'user of your company')
  if (type === 'set') return optionsOf(cell, target)
  if (type === 'enum') return optionOf(cell, target)
  if (key === 'id' || type === 'people' || type === 'org')
    return /^\d{1,15}$/.test(cell) ? { value: Number(cell) } : { problem: 'is no ID' }
  if (type === 'date' || type === 'daterange') {
    const day = readDay(cell, choice.dates)
    return day ? { value: day } : { problem: 'is no date that could be read' }
  }
  if (type === 'double' || type === 'int' || type === 'monetary' || type === 'price_list') {
    const number = readNumber(cell, choice.numbers)
    return number === undefined ? { problem: 'is no number that could be read' } : { value: number }
  }
  if (type === 'time' || type === 'timerange')
    return /^\d{1,2}:\d\d(:\d\d)?$/.test(cell)
      ? { value: cell.padStart(cell.length === 4 || cell.length === 7 ? cell.length + 1 : cell.length, '0') }
      : { problem: 'is no time of day such as 14:30' }
  if (type === 'boolean') return { value: /^(1|yes|true|ja|wahr|x)$/i.test(cell) }
  const most = type === 'text' || type === 'varchar_options' ? LIMITS.textCharacters : LIMITS.lineCharacters
  return cell.length > most ? { problem: `is longer than ${most} characters` } : { value: cell }
}

function emailsOf(cell: string): Outcome {
  const found = listed(cell)
  const wrong = found.find(text => text.length > LIMITS.lineCharacters || !isEmail(text))
  return wrong === undefined ? { value: found } : { problem: 'is no e-mail address' }
}

function currencyOf(cell: string, { currencies }: Names): Outcome {
  const code = cell.toUpperCase()
  return currencies.has(code) ? { value: code } : { problem: 'is no currency of your company' }
}

/** By its name, whatever the case of its letters, or by its id. */
function idOf(cell: string, byName: ReadonlyMap<string, number>, what: string): Outcome {
  const id = byName.get(cell.toLowerCase()) ?? [...byName.values()].find(each => String(each) === cell)
  return id === undefined ? { problem: `is no ${what}` } : { value: id }
}

function statusOf(cell: string): Outcome {
  const status = cell.toLowerCase()
  const known = { open: 'open', offen: 'open', won: 'won', gewonnen: 'won', lost: 'lost', verloren: 'lost' }
  return Object.hasOwn(known, status)
    ? { value: known[status as keyof typeof known] }
    : { problem: 'must be open, won or lost' }
}

function optionOf(cell: string, { options }: Target): Outcome {
  const option = options.find(({ label }) => label.toLowerCase() === cell.toLowerCase())
  return option ? { value: option.id } : { problem: 'is no option of this field' }
}

/** A label may hold a comma itself: the whole cell is looked for first. */
function optionsOf(cell: string, target: Target): Outcome {
  const whole = optionOf(cell, target)
  if ('value' in whole) return { value: [whole.value] }
  const ids: unknown[] = []
  for (const label of listed(cell)) {
    const outcome = optionOf(label, target)
    if ('problem' in outcome) return { problem: `${label} is no option of this field` }
    ids.push(outcome.value)
  }
  return { value: ids }
}

/** Parts of a value that is an object: those of the company's own fields, and prices. */
const OBJECTS: ReadonlySet<string> = new Set(['monetary', 'daterange', 'timerange', 'time', 'address'])

function put({ bodies }: ReadRow, { kind, key, part, type, isCustom }: Target, value: unknown): void {
  const body = bodies[kind] ?? {}
  bodies[kind] = body
  if (key === 'emails' || key === 'phones') {
    const points = (body[key] ?? []) as unknown[]
    body[key] = [...points, ...(value as string[]).map(each => ({ value: each, label: part }))]
  } else if (key === 'prices')
    body.prices = [{ ...((body.prices as Body[] | undefined)?.[0] ?? {}), [part ?? 'price']: value }]
  else if (isCustom) {
    const custom = (body.custom_fields ?? {}) as Body
    custom[key] = OBJECTS.has(type) ? { ...((custom[key] as Body | undefined) ?? {}), [part ?? 'value']: value } : value
    body.custom_fields = custom
  } else body[key] = type === 'address' ? { value } : value
}
