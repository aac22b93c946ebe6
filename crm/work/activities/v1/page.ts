import type { Answered } from '@portico/kit/api/answer'
import { Id, listOf, nullable, optional } from '@portico/kit/api/schemas'
import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import Type from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { sortColumnsV1 } from '../../../base/fields/derive.ts'
import { offsetPage, offsetQuery, Pagination, pageOf, pagination, sortOf } from '../../../base/lists/v1/offset.ts'
import { RelatedObjects, relatedObjects } from '../../../base/records/v1/relatedObjects.ts'
import { activityFields } from '../fields.ts'
import { ActivityDistribution } from './distribution.ts'
import { activityDistribution } from './distributionStore.ts'
import { ActivityV1 } from './shape.ts'
import { relatedOf, selectActivitiesV1 } from './store.ts'

/** Query of the v1 lists of activities of a record. */
const activitiesOfQuery = {
  ...offsetQuery,
  done: optional(Type.Integer({ minimum: 0, maximum: 1 })),
  exclude: optional(listOf(Id, { maxItems: 500, description: 'Activities to leave out' })),
}

/** Reply of every v1 list of activities. */
export const activitiesReply = nullable(Type.Array(ActivityV1))
const related = { related_objects: optional(RelatedObjects) }
export const activityListBeside = { ...pagination, ...related }
const activitiesBeside = {
  additional_data: Type.Object({ ...Pagination.properties, activity_distribution: optional(ActivityDistribution) }),
  ...related,
}

/**
 * The v1 list of the activities of a record, but for its route and summary. `which` refers to `crm.activity a`.
 *
 * @example v1({ route: 'GET /deals/{id}/activities', summary: 'List the activities of a deal',
  ...activitiesOf(requireDeal, (_, id) => sql`a.deal_id = ${id}`) })
 */
export function activitiesOf(
  requireRecord: (crm: Crm, id: number) => Promise<unknown>,
  which: (crm: Crm, id: number) => Fragment,
) {
  return {
    scopes: ['activities:read', 'activities:full'],
    cost: 20,
    params: { id: Id },
    query: activitiesOfQuery,
    reply: activitiesReply,
    beside: activitiesBeside,
    async run({ params: { id }, query }: { params: { id: number }; query: ActivityPageQuery }, crm: Crm) {
      await requireRecord(crm, id)
      return activityPageV1(crm, which(crm, id), query)
    },
  }
}

interface ActivityPageQuery {
  start?: number | undefined
  limit?: number | undefined
  sort?: string | undefined
  done?: number | undefined
  exclude?: readonly number[] | undefined
}

const sortColumns = sortColumnsV1(activityFields, 'a')()

/**
 * One page of the activities of a record in v1, with who has how many of them. `where` refers to `crm.activity a`.
 */
async function activityPageV1(
  crm: Crm,
  where: Fragment,
  query: ActivityPageQuery,
): Promise<Answered<ActivityV1[] | null>> {
  const activity_distribution = await activityDistribution(crm, sql`${where} and ${wanted(query)}`)
  return activityListV1(crm, where, query, { activity_distribution })
}

/** One page of activities in v1 with their related objects: every v1 list of activities ends here. */
export async function activityListV1(
  crm: Crm,
  where: Fragment,
  query: ActivityPageQuery,
  additional_data: object = {},
): Promise<Answered<ActivityV1[] | null>> {
  const page = pageOf(query)
  const order = sortOf(query.sort, sortColumns, sql`a.id`)
  const which = sql`${where} and ${wanted(query)}`
  const rows = await selectActivitiesV1(crm, which, order, { ...page, limit: page.limit + 1 })
  const related_objects = await relatedObjects(crm, relatedOf(rows))
  return offsetPage<ActivityV1>(
    rows.map(row => row.wire),
    page,
    { additional_data, related_objects },
  )
}

function wanted(query: ActivityPageQuery): Fragment {
  return sql`not a.is_deleted
    ${query.done === undefined ? sql`` : sql`and a.done = ${query.done === 1}`}
    ${query.exclude?.length ? sql`and a.id <> all(${query.exclude}::bigint[])` : sql``}`
}
