import { named, nullable, oneOf } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { plainShape } from '../../../base/fields/derive.ts'
import { projectFields } from '../fields.ts'
import { SHOWN_STATUSES } from '../rules.ts'

const Link = nullable(Type.Integer())
const Time = Type.String({ description: 'YYYY-MM-DD HH:MM:SS.mmm, UTC' })

/** A project in v1; the company's own fields come beside these, flat. */
export const ProjectV1 = named(
  'ProjectV1',
  Type.Object(
    {
      id: Type.Integer(),
      title: Type.String(),
      ...plainShape(projectFields),
      status: oneOf(SHOWN_STATUSES),
      board_id: Type.Integer(),
      phase_id: Type.Integer(),
      owner_id: Type.Integer(),
      deal_ids: Type.Array(Type.Integer()),
      person_id: nullable(Type.Integer({ description: 'The first of its persons; v2 shows all' })),
      org_id: Link,
      labels: Type.Array(Type.Integer()),
      add_time: Time,
      update_time: Time,
      status_change_time: Time,
      archive_time: nullable(Time),
    },
    { additionalProperties: true },
  ),
)

export type ProjectV1 = Static<typeof ProjectV1>
