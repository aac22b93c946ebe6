import { named, nullable, oneOf } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { plainShape } from '../../../base/fields/derive.ts'
import { shownLabels } from '../../../base/fields/v2/show.ts'
import { projectFields } from '../fields.ts'
import { SHOWN_STATUSES } from '../rules.ts'

const Time = Type.String({ description: 'RFC 3339, UTC' })
const Ids = Type.Array(Type.Integer())

/** A project in v2. */
export const Project = named(
  'Project',
  Type.Object({
    id: Type.Integer(),
    title: Type.String(),
    ...plainShape(projectFields),
    status: oneOf(SHOWN_STATUSES),
    board_id: Type.Integer(),
    phase_id: Type.Integer(),
    owner_id: Type.Integer(),
    deal_ids: Ids,
    person_ids: Ids,
    org_ids: Ids,
    label_ids: Ids,
    add_time: Time,
    update_time: Time,
    status_change_time: Time,
    archive_time: nullable(Time),
    custom_fields: Type.Record(Type.String(), Type.Unknown()),
    ...shownLabels,
  }),
)

export type Project = Static<typeof Project>
