import type { Comparison } from './declaration.ts'

const EMPTINESS = { 'IS NULL': 'is empty', 'IS NOT NULL': 'is not empty' }
const SAMENESS = { '=': 'is', '!=': 'is not' }
const CHOICE = { ...SAMENESS, ...EMPTINESS }
const ORDER = { '>': 'is greater than', '<': 'is less than', '>=': 'is at least', '<=': 'is at most' }
const TIME_ORDER = {
  '>': 'is later than',
  '<': 'is earlier than',
  '>=': 'is at or later than',
  '<=': 'is at or earlier than',
}
const BEGINNING = { "LIKE '%$%'": 'contains', "LIKE '$%'": 'starts with', "NOT LIKE '$%'": 'does not start with' }
const RANGE = {
  ends_at: 'ends at',
  does_not_end_at: 'does not end at',
  ends_before: 'ends before',
  ends_e_before: 'ends at or before',
  ends_after: 'ends after',
  ends_e_after: 'ends at or after',
  includes: 'includes',
}

const TEXT = { ...CHOICE, ...BEGINNING }
const NUMBER = { ...CHOICE, ...ORDER }
const TIME = { ...CHOICE, ...TIME_ORDER }

/** Operators that still work for filters made long ago. */
const OLD_TEXT = {
  "NOT LIKE '%$%'": 'does not contain',
  "LIKE '%$'": 'ends with',
  "NOT LIKE '%$'": 'does not end with',
}

interface Comparable {
  kind: Comparison
  operators: Readonly<Record<string, string>>
  deprecated?: Readonly<Record<string, string>>
}

const text: Comparable = { kind: 'text', operators: TEXT, deprecated: OLD_TEXT }
const number: Comparable = { kind: 'number', operators: NUMBER }
const record: Comparable = { kind: 'id', operators: CHOICE }

/** Types of fields a filter can look at, and what it can ask of them. */
export const COMPARABLE: Readonly<Record<string, Comparable>> = {
  varchar: text,
  varchar_auto: text,
  varchar_options: text,
  text,
  phone: text,
  address: { ...text, kind: 'address' },
  int: number,
  double: number,
  monetary: number,
  date: { kind: 'moment', operators: TIME },
  time: { kind: 'clock', operators: TIME },
  daterange: { kind: 'days', operators: { ...TIME, ...RANGE } },
  timerange: { kind: 'hours', operators: { ...TIME, ...RANGE } },
  enum: record,
  set: { kind: 'set', operators: { ...CHOICE, contains: 'contains', not_contains: 'does not contain' } },
  user: { kind: 'id', operators: { ...CHOICE, belongs_to_team: 'belongs to team' } },
  org: record,
  people: record,
  deal: record,
  deals: { kind: 'ids', operators: CHOICE },
  project: record,
  lead: { kind: 'word', operators: CHOICE },
  pipeline: { kind: 'id', operators: SAMENESS },
  projects_board: { kind: 'id', operators: SAMENESS },
  projects_phase: { kind: 'id', operators: SAMENESS },
  stage: { kind: 'id', operators: { ...SAMENESS, has_been: 'is or has been' } },
  status: { kind: 'word', operators: SAMENESS },
  visible_to: { kind: 'id', operators: SAMENESS },
  billing_frequency: { kind: 'word', operators: SAMENESS },
  boolean: { kind: 'boolean', operators: SAMENESS },
  picture: { kind: 'presence', operators: EMPTINESS },
}

export function takesOperator(type: string, operator: string): boolean {
  const { operators = {}, deprecated = {} } = COMPARABLE[type] ?? {}
  return Object.hasOwn(operators, operator) || Object.hasOwn(deprecated, operator)
}
