import { answer } from '@portico/kit/api/answer'
import { jsonArray } from '@portico/kit/api/json'
import { listOf, nullable, oneOf, optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { v1 } from '../../../base/api/operation.ts'
import { offsetQuery, Pagination, pageOf } from '../../../base/lists/v1/offset.ts'
import { readTimeV1, timeV1 } from '../../../base/records/time.ts'
import { RECENT } from '../kinds.ts'
import { recentChanges } from '../recents.ts'

const RecentItem = Type.Union(
  RECENT.map(({ item, shape }) => Type.Object({ item: oneOf([item]), id: Type.Integer(), data: nullable(shape) })),
)

const getRecents = v1({
  route: 'GET /recents',
  summary: 'Get everything that has changed since a time, deleted records included',
  scopes: ['recents:read', 'search:read'],
  query: {
    since_timestamp: Type.String({ description: 'UTC, as 2026-03-01 08:00:00' }),
    items: optional(
      listOf(oneOf(RECENT.map(kind => kind.item)), { description: 'Kinds of records; all when left out' }),
    ),
    ...offsetQuery,
  },
  reply: Type.Array(RecentItem),
  beside: {
    additional_data: Type.Object({
      since_timestamp: Type.String(),
      last_timestamp_on_page: Type.String({ description: 'since_timestamp of the next call that misses nothing' }),
      ...Pagination.properties,
    }),
  },
  cost: 20,
  async run({ query }, crm) {
    const since = readTimeV1(query.since_timestamp, 'since_timestamp') ?? new Date(0)
    const { start, limit } = pageOf(query)
    const kinds = RECENT.filter(kind => query.items?.includes(kind.item) ?? true)
    const { items, lastTime, nextStart } = await recentChanges(crm, { kinds, since, start, limit })
    const more = nextStart !== undefined
    const page = { start, limit, more_items_in_collection: more, ...(more && { next_start: nextStart }) }
    return answer(jsonArray<never>(items), {
      beside: {
        additional_data: {
          since_timestamp: timeV1(since),
          last_timestamp_on_page: lastTime,
          ...page,
          pagination: page,
        },
      },
    })
  },
})

export const recents = [getRecents]
