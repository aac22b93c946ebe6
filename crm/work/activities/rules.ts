import { failure } from '@portico/kit/api/failure'

/** A person who takes part in an activity. One of them may be the primary one: the activity's `person_id`. */
export interface Participant {
  person_id: number
  primary: boolean
}

export function primaryOf(participants: readonly Participant[]): number | null {
  return participants.find(participant => participant.primary)?.person_id ?? null
}

/**
 * Who takes part after a write. A list replaces the list there was, its first person being the primary one unless
 * another is marked; `person_id` alone replaces the primary one and leaves the others.
 */
export function decideParticipants(
  before: readonly Participant[],
  { person_id, participants }: { person_id?: number | null | undefined; participants?: Participant[] | undefined },
): readonly Participant[] {
  if (participants) return fromList(participants, person_id)
  if (person_id === undefined) return before
  const others = before.filter(({ primary, person_id: id }) => !primary && id !== person_id)
  return person_id === null ? others : [{ person_id, primary: true }, ...others]
}

function fromList(listed: readonly Participant[], personId: number | null | undefined): Participant[] {
  const marked = new Set(listed.filter(participant => participant.primary).map(participant => participant.person_id))
  if (personId) marked.add(personId)
  if (marked.size > 1)
    throw failure('invalid', 'participants can have one primary person, the same as person_id', {
      field: 'participants',
    })
  const [primary = listed[0]?.person_id] = marked
  const ids = new Set([...(personId ? [personId] : []), ...listed.map(participant => participant.person_id)])
  return [...ids].map(id => ({ person_id: id, primary: id === primary }))
}

export interface Doneness {
  done: boolean
  marked_as_done_time: Date | null
}

/** An activity keeps the time at which it was first marked as done, until it is opened again. */
export function decideDone(before: Doneness, done: boolean | undefined, now: Date): Partial<Doneness> {
  if (done === undefined || done === before.done) return {}
  return { done, marked_as_done_time: done ? now : null }
}

/** Hours and minutes, seconds if given, as PostgreSQL reads them; an empty text is none. */
export function readClock(text: string | null | undefined, field: string, maxHours: number): string | null | undefined {
  if (text === null || text === undefined) return text
  if (text === '') return null
  const [, hours = '', rest] = /^(\d{1,3})(:[0-5]\d(?::[0-5]\d)?)$/.exec(text) ?? []
  if (!rest || Number(hours) > maxHours) throw failure('invalid', `${field} must be like 14:30`, { field })
  return hours.padStart(2, '0') + rest
}

export const LAST_HOUR_OF_DAY = 23
export const MOST_HOURS = 999
