import { DateText, Id, nullable, optional, Uuid } from '@portico/kit/api/schemas'
import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import Type, { type Static, type TObject } from 'typebox'
import { LIMITS, TimeText } from '../../../base/limits/atRest.ts'
import { equal } from '../../../base/lists/conditions.ts'
import { offsetQuery } from '../../../base/lists/v1/offset.ts'
import { readHtml } from '../../../base/records/cleanHtml.ts'
import { readTimeV1 } from '../../../base/records/time.ts'
import { type NoteInput, PINS } from '../rules.ts'

export const Content = Type.String({
  maxLength: LIMITS.noteBytes,
  description: 'HTML. What could run in a page is dropped',
})

const Flag = optional(Type.Boolean({ description: '1 pins the note to that record' }))

export const noteBody = {
  user_id: optional(Id),
  add_time: optional(nullable(TimeText)),
  deal_id: optional(nullable(Id)),
  lead_id: optional(nullable(Uuid)),
  person_id: optional(nullable(Id)),
  org_id: optional(nullable(Id)),
  project_id: optional(nullable(Id)),
  task_id: optional(nullable(Id)),
  pinned_to_deal_flag: Flag,
  pinned_to_lead_flag: Flag,
  pinned_to_person_flag: Flag,
  pinned_to_organization_flag: Flag,
  pinned_to_project_flag: Flag,
  pinned_to_task_flag: Flag,
}

type NoteBody = Static<TObject<typeof noteBody>> & { content?: string | undefined }

export function noteFromV1(body: NoteBody): NoteInput {
  const { content, user_id, add_time } = body
  return {
    content: content === undefined ? undefined : readHtml(content, 'content'),
    user_id,
    add_time: readTimeV1(add_time, 'add_time') ?? undefined,
    ...Object.fromEntries(
      PINS.flatMap(([flag, link]) => [
        [flag, body[flag]],
        [link, body[link]],
      ]),
    ),
  }
}

const ZeroOrOne = optional(Type.Integer({ minimum: 0, maximum: 1 }))

export const notesQuery = {
  ...offsetQuery,
  user_id: optional(Id),
  lead_id: optional(Uuid),
  deal_id: optional(Id),
  person_id: optional(Id),
  org_id: optional(Id),
  project_id: optional(Id),
  task_id: optional(Id),
  sort: optional(Type.String({ description: 'Such as add_time DESC, id' })),
  start_date: optional(DateText),
  end_date: optional(DateText),
  updated_since: optional(TimeText),
  pinned_to_lead_flag: ZeroOrOne,
  pinned_to_deal_flag: ZeroOrOne,
  pinned_to_organization_flag: ZeroOrOne,
  pinned_to_person_flag: ZeroOrOne,
  pinned_to_project_flag: ZeroOrOne,
  pinned_to_task_flag: ZeroOrOne,
}

type NotesQuery = Static<TObject<typeof notesQuery>>

/** The notes that are asked for, of `crm.note n`. */
export function wantedNotes(query: NotesQuery): Fragment {
  const { user_id, lead_id, deal_id, person_id, org_id, project_id, task_id, start_date, end_date } = query
  const since = readTimeV1(query.updated_since, 'updated_since')
  const pins = PINS.flatMap(([flag]) =>
    query[flag] === undefined ? [] : [sql`and n.${sql(flag)} = ${query[flag] === 1}`],
  )
  return sql`not n.is_deleted and ${equal('n', { user_id, lead_id, deal_id, person_id, org_id, project_id, task_id })}
    ${start_date ? sql`and n.add_time >= ${start_date}::date` : sql``}
    ${end_date ? sql`and n.add_time < ${end_date}::date + 1` : sql``}
    ${since ? sql`and n.update_time >= ${since}` : sql``}
    ${pins.reduce((all, pin) => sql`${all} ${pin}`, sql``)}`
}
