import { failure } from '@portico/kit/api/failure'

/** The records a note is on. */
export interface NoteLinks {
  deal_id: number | null
  lead_id: string | null
  person_id: number | null
  org_id: number | null
  project_id: number | null
  task_id: number | null
}

/** Each flag with the link it belongs to. */
export const PINS = [
  ['pinned_to_deal_flag', 'deal_id'],
  ['pinned_to_lead_flag', 'lead_id'],
  ['pinned_to_person_flag', 'person_id'],
  ['pinned_to_organization_flag', 'org_id'],
  ['pinned_to_project_flag', 'project_id'],
  ['pinned_to_task_flag', 'task_id'],
] as const satisfies readonly (readonly [flag: string, link: keyof NoteLinks])[]

export type NotePins = Record<(typeof PINS)[number][0], boolean>

/** A write of a note. What is undefined stays as it is. */
export interface NoteInput
  extends Partial<{ [Link in keyof NoteLinks]: NoteLinks[Link] | undefined }>,
    Partial<{ [Flag in keyof NotePins]: boolean | undefined }> {
  /** Cleaned HTML. */
  content?: string | undefined
  user_id?: number | undefined
  add_time?: Date | undefined
}

export const NO_LINKS: NoteLinks = {
  deal_id: null,
  lead_id: null,
  person_id: null,
  org_id: null,
  project_id: null,
  task_id: null,
}

/** Refuses a note that would be on no record, or be pinned to one that it is not on. */
export function checkPlaces(before: NoteLinks, input: NoteInput): void {
  const linkAfter = (link: keyof NoteLinks) => (input[link] === undefined ? before[link] : input[link])
  if (PINS.every(([, link]) => linkAfter(link) === null))
    throw failure('invalid', 'A note is on a record: send deal_id, lead_id, person_id, org_id, project_id or task_id', {
      field: 'deal_id',
    })
  for (const [flag, link] of PINS)
    if (input[flag] === true && linkAfter(link) === null)
      throw failure('invalid', `${flag} needs ${link}: the record that the note is pinned to`, { field: flag })
}
