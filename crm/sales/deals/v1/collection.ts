import { Id, nullable, oneOf, optional } from '@portico/kit/schemas'
import { type Fragment, fragment as sql } from '@portico/kit/sql'
import Type, { type Static } from 'typebox'
import { maySee } from '../../../base/access/visibility.ts'
import { v1 } from '../../../base/api/operation.ts'
import { fieldsOf } from '../../../base/fields/check.ts'
import { cursorPage, cursorQuery, keyset, type ListRow, nextCursor } from '../../../base/lists/cursor.ts'
import { rowLimit } from '../../../base/lists/limit.ts'
import { refuseCollection } from '../../../base/lists/v1/collection.ts'
import { readTimeV1 } from '../../../base/records/v1/input.ts'
import { textV1 } from '../../../base/records/v1/wire.ts'

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

const columns: Fragment = sql`d.id, d.creator_id as creator_user_id, d.owner_id as user_id, d.person_id, d.org_id, d.stage_id,
  d.title, d.value, d.currency, crm.time_v1(d.add_time) as add_time, crm.time_v1(d.update_time) as update_time, d.status,
  d.probability, d.lost_reason, d.visible_to::text as visible_to, crm.time_v1(d.close_time) as close_time, d.pipeline_id,
  crm.time_v1(d.won_time) as won_time, crm.time_v1(d.lost_time) as lost_time, d.expected_close_date,
  case when d.label_ids = '{}' then null else array_to_string(d.label_ids, ',') end as label`

const getDealsCollection = v1({
  route: 'GET /deals/collection',
  summary: 'Walk through all deals by cursor; for admins',
  scopes: ['deals:read', 'deals:full'],
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
    refuseCollection(crm)
    const { limit = 100, cursor } = query
    const { actor } = crm
    const since = readTimeV1(query.since, 'since')
    const until = readTimeV1(query.until, 'until')
    const page = keyset({ column: 'id', type: 'bigint', direction: 'asc' }, cursor, 'd')
    const rows = await crm.sql<(ListRow & { custom: string })[]>`
      select (select row_to_json(r) from (select ${columns}) r)::text as wire, d.custom::text as custom, d.id, null as sort_key
      from crm.deal d
      where d.company_id = ${actor.companyId} and ${maySee(actor, 'deal', 'd')} and ${page.after}
        ${since ? sql`and d.update_time >= ${since}` : sql``} ${until ? sql`and d.update_time < ${until}` : sql``}
        ${query.user_id ? sql`and d.owner_id = ${query.user_id}` : sql``}
        ${query.stage_id ? sql`and d.stage_id = ${query.stage_id}` : sql``}
        ${query.status ? sql`and d.status = ${query.status}` : sql``}
      order by ${page.orderBy} limit ${rowLimit(limit + 1)}`
    const fields = await fieldsOf(crm, 'deal')
    return cursorPage<Static<typeof CollectedDeal>>(
      rows.map(row => ({ ...row, wire: textV1(fields, row) })),
      limit,
    )
  },
})

export const dealCollection = [getDealsCollection]
