import { type Answered, answer } from '@portico/kit/api/answer'
import { isJson, parsed } from '@portico/kit/api/json'
import { nullable, oneOf, optional } from '@portico/kit/api/schemas'
import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import Type from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { offsetQuery, pagination } from '../../../base/lists/v1/offset.ts'
import { RelatedObjects } from '../../../base/records/v1/relatedObjects.ts'
import { dealPageV1 } from './operations.ts'
import { DealV1 } from './shape.ts'
import { selectStagesV1 } from './stageStore.ts'

/** The v1 lists of the deals of a contact. */

export const dealsOfQuery = {
  status: optional(oneOf(['open', 'won', 'lost', 'deleted', 'all_not_deleted'], { default: 'all_not_deleted' })),
  sort: optional(Type.String()),
  ...offsetQuery,
}

const stage = {
  id: Type.Integer(),
  order_nr: Type.Integer(),
  name: Type.String(),
  active_flag: Type.Boolean(),
  deal_probability: Type.Integer(),
  pipeline_id: Type.Integer(),
  rotten_flag: Type.Boolean(),
  rotten_days: nullable(Type.Integer()),
  add_time: Type.String(),
  update_time: Type.String(),
}

const pipeline = {
  id: Type.Integer(),
  name: Type.String(),
  url_title: Type.String(),
  order_nr: Type.Integer(),
  active: Type.Boolean(),
  deal_probability: Type.Boolean(),
  add_time: Type.String(),
  update_time: Type.String(),
}

/** By their ids; the contract knows one only, so when all deals are in one it is written there as well. */
const Stages = Type.Partial(Type.Object(stage), { additionalProperties: true })
const Pipelines = Type.Partial(Type.Object(pipeline), { additionalProperties: true })

export const dealsOfReply = nullable(Type.Array(DealV1))
export const dealsOfBeside = {
  ...pagination,
  related_objects: optional(
    Type.Object({ ...RelatedObjects.properties, stage: optional(Stages), pipeline: optional(Pipelines) }),
  ),
}

/** One page of the deals whose ids `mine` selects: first the ids by their indexes, then the deals by theirs. */
export async function dealsOfRecord(
  crm: Crm,
  mine: Fragment,
  query: {
    status?: string | undefined
    sort?: string | undefined
    start?: number | undefined
    limit?: number | undefined
  },
): Promise<Answered<DealV1[] | null>> {
  const { status = 'all_not_deleted' } = query
  const standing = status === 'all_not_deleted' ? sql`d.status <> 'deleted'` : sql`d.status = ${status}`
  const page = await dealPageV1(crm, sql`not d.is_archived and ${standing} and d.id = any(array(${mine}))`, query)
  const deals = (isJson(page.data) ? parsed(page.data) : page.data) ?? []
  const related_objects = { ...(page.beside.related_objects as object), ...(await stagesOf(crm, deals)) }
  return answer(page.data, { beside: { ...page.beside, related_objects } })
}

async function stagesOf(crm: Crm, deals: readonly { stage_id: number }[]): Promise<Record<string, unknown>> {
  const ids = [...new Set(deals.map(deal => deal.stage_id))]
  if (ids.length === 0) return {}
  const rows = await selectStagesV1(crm, ids)
  return { stage: byIdOrAlone(rows.map(row => row.stage)), pipeline: byIdOrAlone(rows.map(row => row.pipeline)) }
}

function byIdOrAlone(found: readonly { id: number }[]): object {
  const keyed = Object.fromEntries(found.map(one => [one.id, one]))
  const [alone, ...others] = Object.values(keyed)
  return others.length === 0 ? { ...keyed, ...alone } : keyed
}
