import { Id, nullable, oneOf, optional } from '@portico/kit/api/schemas'
import { fragment as sql } from '@portico/kit/database/sql'
import Type, { type Static } from 'typebox'
import { v1 } from '../../../base/api/operation.ts'
import { cursorQuery, nextCursor } from '../../../base/lists/cursor.ts'
import { collectionPage } from '../../../base/lists/v1/collectionStore.ts'
import { readTimeV1 } from '../../../base/records/time.ts'
import { collectedColumns } from './wire.ts'

const Text = nullable(Type.String())

const CollectedDeal = Type.Object(
  {
    id: Type.Integer(),
    creator_user_id: Type.Integer(),
    user_id: Type.Integer(),
    person_id: nullable(Type.Integer()),
    org_id: nullable(Type.Integer()),
    stage_id: Type.Integer(),
    title: Type.String(),
    value: Type.Number(),
    currency: Type.String(),
    add_time: Type.String(),
    update_time: Type.String(),
    status: Type.String(),
    probability: nullable(Type.Number()),
    lost_reason: Text,
    visible_to: Type.String(),
    close_time: Text,
    pipeline_id: Type.Integer(),
    won_time: Text,
    lost_time: Text,
    expected_close_date: Text,
    label: Text,
  },
  { additionalProperties: true },
)

const getDealsCollection = v1({
  route: 'GET /deals/collection',
  summary: 'Walk through all deals by cursor; for admins',
  scopes: ['deals:read', 'deals:full'],
  rights: ['sales_admin'],
  query: {
    ...cursorQuery,
    since: optional(Type.String({ description: 'Updated at or after, such as 2026-03-01 08:00:00' })),
    until: optional(Type.String({ description: 'Updated before' })),
    user_id: optional(Id),
    stage_id: optional(Id),
    status: optional(oneOf(['open', 'won', 'lost', 'deleted'])),
  },
  reply: Type.Array(CollectedDeal),
  beside: nextCursor,
  cost: 10,
  async run({ query }, crm) {
    const since = readTimeV1(query.since, 'since')
    const until = readTimeV1(query.until, 'until')
    const where = sql`true
      ${since ? sql`and d.update_time >= ${since}` : sql``} ${until ? sql`and d.update_time < ${until}` : sql``}
      ${query.user_id ? sql`and d.owner_id = ${query.user_id}` : sql``}
      ${query.stage_id ? sql`and d.stage_id = ${query.stage_id}` : sql``}
      ${query.status ? sql`and d.status = ${query.status}` : sql``}`
    const collected = { entity: 'deal', alias: 'd', columns: collectedColumns, where } as const
    return collectionPage<Static<typeof CollectedDeal>>(crm, collected, query)
  },
})

export const dealCollection = [getDealsCollection]
