import { failure } from '@portico/kit/api/failure'

export const OUTCOMES = ['connected', 'no_answer', 'left_message', 'left_voicemail', 'wrong_number', 'busy'] as const

export interface CallLinks {
  deal_id: number | null
  lead_id: string | null
  person_id: number | null
  org_id: number | null
}

export interface CallLogInput extends CallLinks {
  outcome: (typeof OUTCOMES)[number]
  to_phone_number: string
  from_phone_number: string | null
  start_time: Date
  end_time: Date
  /** In seconds; from the two times when left out. */
  duration: number | null
  user_id: number | null
  activity_id: number | null
  subject: string | null
  /** Cleaned HTML. */
  note: string | null
}

/** Refuses what no call can be, and gives back how many seconds it took. */
export function decideDuration({ start_time, end_time, duration }: CallLogInput): number {
  if (end_time < start_time) throw failure('invalid', 'end_time must not be before start_time', { field: 'end_time' })
  return duration ?? Math.round((end_time.getTime() - start_time.getTime()) / 1000)
}

/** What is neither a recording nor of an unknown type. */
const NO_RECORDING = /^(image|application)\/(?!octet-stream)/

/** The types of recordings are many, so only what is certainly something else is refused. */
export function checkRecording(type: string): void {
  if (NO_RECORDING.test(type))
    throw failure('invalid', `file must be an audio file, this one is ${type}`, { field: 'file' })
}
