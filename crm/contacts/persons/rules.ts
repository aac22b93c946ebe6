import { failure } from '@portico/kit/api/failure'

export const MARKETING_STATUSES = ['no_consent', 'unsubscribed', 'subscribed', 'archived'] as const

/** An e-mail address, a phone number or a messenger name. */
export interface ContactPoint {
  value: string
  label: string
  primary: boolean
}

export interface GivenContactPoint {
  value?: string | number | null | undefined
  label?: string | null | undefined
  primary?: boolean | undefined
}

/** What a point is called when nobody says. */
const DEFAULT_LABEL = 'work'
const MOST_POINTS = 100

/**
 * Reads a list of contact points. Exactly one is the primary one: the first when none is marked; two are refused.
 * Entries without a value are no entries: that is how v1 shows an empty list, and callers send back what they saw.
 */
export function readContactPoints(given: readonly GivenContactPoint[], field: string): ContactPoint[] {
  const there = given.flatMap((entry, index) => {
    const value = String(entry.value ?? '').trim()
    const label = entry.label ?? DEFAULT_LABEL
    refuseLong(value, `${field}.${index}.value`)
    refuseLong(label, `${field}.${index}.label`)
    return value ? [{ value, label, primary: entry.primary ?? false }] : []
  })
  if (there.length > MOST_POINTS) throw failure('invalid', `${field} has more than ${MOST_POINTS} entries`, { field })
  const primaries = there.filter(entry => entry.primary).length
  if (primaries > 1) throw failure('invalid', `${field} has ${primaries} primary entries, it takes one`, { field })
  return primaries === 1 ? there : there.map((entry, index) => ({ ...entry, primary: index === 0 }))
}

function refuseLong(text: string, field: string): void {
  if (text.length > 255) throw failure('invalid', `${field} is longer than 255 characters`, { field })
}

export interface NameInput {
  name?: string | undefined
  first_name?: string | null | undefined
  last_name?: string | null | undefined
}

export interface PersonName {
  name: string
  first_name: string | null
  last_name: string | null
}

/**
 * The name a person has after a write, or undefined when it refers to none. A whole name is split after its first
 * word; first and last name make a whole one.
 */
export function decideName(before: PersonName | undefined, input: NameInput): PersonName | undefined {
  const { name, first_name, last_name } = input
  if (name === undefined && first_name === undefined && last_name === undefined) return undefined
  const split = name === undefined ? undefined : splitName(name)
  const first = textOrNull(first_name === undefined ? (split ?? before)?.first_name : first_name)
  const last = textOrNull(last_name === undefined ? (split ?? before)?.last_name : last_name)
  const whole = split?.name ?? [first, last].filter(Boolean).join(' ')
  if (!whole) throw failure('invalid', 'name must not be empty', { field: name === undefined ? 'first_name' : 'name' })
  return { name: whole, first_name: first, last_name: last }
}

/** `Paula van der Berg` → Paula, van der Berg. */
export function splitName(name: string): PersonName {
  const whole = name.trim().replace(/\s+/g, ' ')
  const space = whole.indexOf(' ')
  if (space === -1) return { name: whole, first_name: textOrNull(whole), last_name: null }
  return { name: whole, first_name: whole.slice(0, space), last_name: whole.slice(space + 1) }
}

function textOrNull(text: string | null | undefined): string | null {
  return text?.trim() || null
}
