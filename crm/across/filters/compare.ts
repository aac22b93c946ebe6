import { failure } from '@portico/kit/api/failure'
import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import type { Comparison } from '../../base/fields/declaration.ts'
import type { Operand } from './operand.ts'
import { isoDay, type Stretch, stretchOf } from './relativeDates.ts'

/** The right side of a condition: what was written down, and what a refusal calls it. */
export interface Wanted {
  operator: string
  value: string | null
  path: string
  now: Date
}

/** One condition as SQL. Every value is a parameter. */
export function compare(operand: Operand, wanted: Wanted): Fragment {
  if (wanted.operator === 'IS NULL') return sql`(not coalesce(${operand.isPresent}, false))`
  if (wanted.operator === 'IS NOT NULL') return operand.isPresent
  return COMPARE[operand.kind](operand, wanted)
}

const COMPARE: Record<Comparison, (operand: Operand, wanted: Wanted) => Fragment> = {
  text: compareText,
  address: compareText,
  contacts: compareContacts,
  word: compareText,
  number: compareNumber,
  id: compareId,
  ids: compareIds,
  boolean: compareBoolean,
  set: compareSet,
  moment: compareMoment,
  clock: compareClock,
  days: compareRange(compareMoment),
  hours: compareRange(compareClock),
  presence: (_, wanted) => {
    throw wrong(wanted, 'takes no value')
  },
}

function compareText(operand: Operand, wanted: Wanted): Fragment {
  const text = textOf(wanted)
  if (wanted.operator === '=' && operand.contains) return operand.contains(text)
  return likeness(operand.value, wanted.operator, text)
}

function likeness(value: Fragment, operator: string, text: string): Fragment {
  if (operator === '=') return sql`${value} = ${text}::text`
  if (operator === '!=') return sql`${value} is distinct from ${text}::text`
  const [, not, before, after] = /^(NOT )?LIKE '(%?)\$(%?)'$/.exec(operator) ?? []
  const pattern = `${before}${text.replace(/[\\%_]/g, '\\$&')}${after}`
  return not ? sql`coalesce(${value}, '') not ilike ${pattern}::text` : sql`${value} ilike ${pattern}::text`
}

/** Several e-mails or phones: one that fits is enough, and "not" means that none fits. */
function compareContacts({ value }: Operand, wanted: Wanted): Fragment {
  const positive = wanted.operator === '!=' ? '=' : wanted.operator.replace('NOT ', '')
  const fits = sql`exists (select from jsonb_array_elements(${value}) entry
    where ${likeness(sql`entry ->> 'value'`, positive, textOf(wanted))})`
  return positive === wanted.operator ? fits : sql`not ${fits}`
}

function compareNumber(operand: Operand, wanted: Wanted): Fragment {
  const number = Number(wanted.value)
  if (wanted.value === null || wanted.value.trim() === '' || !Number.isFinite(number))
    throw wrong(wanted, 'must be a number')
  if (wanted.operator === '=' && operand.contains) return operand.contains(number)
  return sql`${operand.value} ${inSql(wanted.operator)} ${number}::numeric`
}

function compareId(operand: Operand, wanted: Wanted): Fragment {
  if (!/^\d{1,15}$/.test(wanted.value ?? '')) throw wrong(wanted, 'must be an id')
  const id = Number(wanted.value)
  if (wanted.operator === '=' && operand.contains) return operand.contains(id)
  return sql`${operand.value} ${inSql(wanted.operator)} ${id}::bigint`
}

/** Several records are named: one that is meant is enough, and "not" means that none is. */
function compareIds({ value }: Operand, wanted: Wanted): Fragment {
  if (!/^\d{1,15}$/.test(wanted.value ?? '')) throw wrong(wanted, 'must be an id')
  const isNamed = sql`${Number(wanted.value)}::bigint = any(${value})`
  return wanted.operator === '=' ? isNamed : sql`not ${isNamed}`
}

function compareBoolean({ value }: Operand, wanted: Wanted): Fragment {
  const truth = TRUTHS.get(wanted.value ?? '')
  if (truth === undefined) throw wrong(wanted, 'must be 1 or 0')
  return sql`${value} ${inSql(wanted.operator)} ${truth}::boolean`
}

const TRUTHS = new Map([
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
])

function compareSet(operand: Operand, wanted: Wanted): Fragment {
  const ids = textOf(wanted)
    .split(',')
    .map(id => id.trim())
    .filter(Boolean)
  if (ids.length === 0 || !ids.every(id => /^[\w-]{1,40}$/.test(id))) throw wrong(wanted, 'must be ids of options')
  const hasAll = operand.contains?.(ids.map(Number)) ?? sql`${operand.value} @> ${ids}::text[]`
  const isExactly = sql`(${hasAll} and ${operand.value} <@ ${ids}::text[])`
  if (wanted.operator === 'contains') return hasAll
  if (wanted.operator === 'not_contains') return sql`not coalesce(${hasAll}, false)`
  return wanted.operator === '=' ? isExactly : sql`not coalesce(${isExactly}, false)`
}

function compareMoment(operand: Operand, wanted: Wanted): Fragment {
  const stretch = stretchOf(wanted.value ?? '', wanted.now)
  if (!stretch) throw wrong(wanted, 'must be a date such as 2026-03-01 or one of the relative dates')
  if (wanted.operator === '=' && operand.contains && isOneDay(stretch)) return operand.contains(isoDay(stretch.from))
  const { value } = operand
  const { from, to } = stretch
  switch (wanted.operator) {
    case '>':
      return to ? sql`${value} >= ${to}::timestamptz` : sql`false`
    case '<':
      return from ? sql`${value} < ${from}::timestamptz` : sql`false`
    case '>=':
      return from ? sql`${value} >= ${from}::timestamptz` : operand.isPresent
    case '<=':
      return to ? sql`${value} < ${to}::timestamptz` : operand.isPresent
    case '=':
      return inside(value, stretch)
    default:
      return sql`not coalesce(${inside(value, stretch)}, false)`
  }
}

function inside(value: Fragment, { from, to }: Stretch): Fragment {
  return sql`(${from ? sql`${value} >= ${from}::timestamptz` : sql`true`} and ${to ? sql`${value} < ${to}::timestamptz` : sql`true`})`
}

function isOneDay(stretch: Stretch): stretch is Required<Stretch> {
  const { from, to } = stretch
  return from !== undefined && to !== undefined && to.getTime() - from.getTime() === 86_400_000
}

function compareClock({ value }: Operand, wanted: Wanted): Fragment {
  const time = wanted.value ?? ''
  if (!/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(time)) throw wrong(wanted, 'must be a time of day such as 14:30')
  return sql`${value} ${inSql(wanted.operator)} ${time}::text::time`
}

type Compare = (operand: Operand, wanted: Wanted) => Fragment

/** Plain operators look at the beginning of a range, the others at its end. */
function compareRange(compareEnd: Compare): Compare {
  return (operand, wanted) => {
    const until = operand.until ?? operand.value
    const beginning: Operand = { kind: operand.kind, value: operand.value, isPresent: operand.isPresent }
    const end: Operand = { kind: operand.kind, value: until, isPresent: sql`${until} is not null` }
    if (wanted.operator === 'includes') {
      const last = { ...end, value: sql`coalesce(${until}, ${operand.value})` }
      return sql`(${compareEnd(beginning, { ...wanted, operator: '<=' })} and ${compareEnd(last, { ...wanted, operator: '>=' })})`
    }
    const ofEnd = OF_END[wanted.operator]
    return ofEnd ? compareEnd(end, { ...wanted, operator: ofEnd }) : compareEnd(beginning, wanted)
  }
}

const OF_END: Readonly<Record<string, string>> = {
  ends_at: '=',
  does_not_end_at: '!=',
  ends_before: '<',
  ends_e_before: '<=',
  ends_after: '>',
  ends_e_after: '>=',
}

/** Operators as SQL text: only those written here ever reach a statement. */
function inSql(operator: string): Fragment {
  const found = IN_SQL.get(operator)
  if (!found) throw new Error(`operator ${operator} has no SQL`)
  return found
}

const IN_SQL = new Map([
  ['=', sql`=`],
  ['!=', sql`is distinct from`],
  ['>', sql`>`],
  ['<', sql`<`],
  ['>=', sql`>=`],
  ['<=', sql`<=`],
])

function textOf(wanted: Wanted): string {
  if (wanted.value === null) throw wrong(wanted, 'is required')
  return wanted.value
}

function wrong({ path }: Wanted, what: string) {
  const field = `${path}.value`
  return failure('invalid', `${field} ${what}`, { field })
}
