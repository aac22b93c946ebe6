import { nullable } from '@portico/kit/api/schemas'
import { fragment as sql } from '@portico/kit/database/sql'
import Type from 'typebox'
import { fieldsOf } from '../../../base/fields/check.ts'
import { ALL_OF_THEM, type Recent, textsById } from '../../../base/records/recent.ts'
import { textV1 } from '../../../base/records/v1/wire.ts'
import { PersonV1 } from './shape.ts'
import { selectPersonsV1 } from './store.ts'

/** Names its owner and organization by their ids alone. */
const RecentPerson = Type.Object(
  { ...PersonV1.properties, owner_id: Type.Integer(), org_id: nullable(Type.Integer()) },
  { additionalProperties: true },
)

export const recentPersons: Recent = {
  item: 'person',
  logged: 'person',
  shape: RecentPerson,
  async show(crm, ids) {
    const fields = await fieldsOf(crm, 'person')
    const rows = await selectPersonsV1(crm, sql`p.id = any(${ids}::bigint[])`, sql`p.id`, ALL_OF_THEM)
    return textsById(rows, row => {
      const { owner_id, org_id } = row
      return JSON.stringify({ ...JSON.parse(textV1(fields, row)), owner_id, org_id })
    })
  },
}
