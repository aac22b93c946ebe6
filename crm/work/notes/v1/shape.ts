import { named, nullable } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'

const Link = nullable(Type.Integer())
const Titled = nullable(Type.Object({ title: Type.String() }))
const Named = nullable(Type.Object({ name: Type.String() }))

/** A note in v1, the one form notes have. */
export const NoteV1 = named(
  'Note',
  Type.Object({
    id: Type.Integer(),
    user_id: Type.Integer({ description: 'The author' }),
    user: Type.Object({
      email: Type.String(),
      name: Type.String(),
      icon_url: nullable(Type.String()),
      is_you: Type.Boolean(),
    }),
    deal_id: Link,
    deal: Titled,
    lead_id: nullable(Type.String()),
    lead: Titled,
    person_id: Link,
    person: Named,
    org_id: Link,
    organization: Named,
    project_id: Link,
    project: Titled,
    task_id: Link,
    task: Titled,
    content: Type.String({ description: 'HTML, cleaned of everything that could run in a page' }),
    pinned_to_deal_flag: Type.Boolean(),
    pinned_to_lead_flag: Type.Boolean(),
    pinned_to_person_flag: Type.Boolean(),
    pinned_to_organization_flag: Type.Boolean(),
    pinned_to_project_flag: Type.Boolean(),
    pinned_to_task_flag: Type.Boolean(),
    active_flag: Type.Boolean({ description: 'false when the note is deleted' }),
    add_time: Type.String(),
    update_time: Type.String(),
    last_update_user_id: Link,
  }),
)

export type NoteV1 = Static<typeof NoteV1>

/** What somebody says about a note. */
export const CommentV1 = named(
  'Comment',
  Type.Object({
    uuid: Type.String(),
    object_type: Type.String({ description: 'note' }),
    object_id: Type.String({ description: 'The id of the note' }),
    content: Type.String({ description: 'HTML, cleaned of everything that could run in a page' }),
    user_id: Type.Integer({ description: 'The author' }),
    updater_id: Type.Integer({ description: 'Who changed it last' }),
    company_id: Type.Integer(),
    active_flag: Type.Boolean({ description: 'false when the comment is deleted' }),
    add_time: Type.String(),
    update_time: Type.String(),
  }),
)

export type CommentV1 = Static<typeof CommentV1>
