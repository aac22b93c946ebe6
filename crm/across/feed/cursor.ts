import { createHash } from 'node:crypto'
import { failure } from '@portico/kit/api/failure'
import type { Actor } from '../../base/access/actor.ts'
import type { Right } from '../../base/access/rights.ts'

/** A place in the log of a company: behind one of its lines, or before the first. */
export interface Place {
  seq: number
  /** When that line was written, in microseconds. After a backup was restored another line may have its number. */
  at: number
}

export const BEGINNING: Place = { seq: 0, at: 0 }

/** The place together with what the caller may see, so that a change of that can be told. */
export function cursorOf({ seq, at }: Place, actor: Actor): string {
  return Buffer.from(`${seq}.${at}.${sightOf(actor)}`).toString('base64url')
}

export interface Cursor extends Place {
  sight: string
}

export function readCursor(text: string, field: string): Cursor {
  const [seq, at, sight = ''] = Buffer.from(text, 'base64url').toString('latin1').split('.')
  const place = { seq: wholeNumber(seq), at: wholeNumber(at), sight }
  if (place.seq >= 0 && place.at >= 0 && /^[\w-]{12}$/.test(sight)) return place
  throw failure(
    'invalid',
    `${field} is not one that this server gave out: send next_cursor of the last answer, or none`,
    {
      field,
    },
  )
}

/** Of what was no such number, one that fits nowhere. */
function wholeNumber(text: string | undefined): number {
  const number = text && /^\d{1,16}$/.test(text) ? Number(text) : -1
  return Number.isSafeInteger(number) ? number : -1
}

/** Rights that decide what somebody sees; the others decide what somebody does. */
const RIGHTS_TO_SEE = [
  'can_see_other_users',
  'can_see_other_users_statistics',
  'can_see_company_wide_statistics',
] as const satisfies readonly Right[]

const sights = new WeakMap<Actor, string>()

/** Two callers with the same sight are told the same. */
export function sightOf(actor: Actor): string {
  const known = sights.get(actor)
  if (known) return known
  const { companyId, userId, isAdmin, isAccountAdmin, scopes, rights, source, isProjectsAdmin } = actor
  const decisive = [
    ...[companyId, userId, isAdmin, isAccountAdmin, scopes?.toSorted()],
    ...RIGHTS_TO_SEE.map(right => rights.has(right)),
    ...[actor.sameGroup, actor.groupsBelow, actor.groupsAbove, actor.hiddenPipelines].map(ids => ids.toSorted()),
    // In the web app, what is offered on the screen follows what somebody may do. Programs are refused when they try.
    ...(source === 'app' ? [[...rights].sort(), isProjectsAdmin] : []),
  ]
  const sight = createHash('sha256').update(JSON.stringify(decisive)).digest('base64url').slice(0, 12)
  sights.set(actor, sight)
  return sight
}
