import { type Answered, answer } from '@portico/kit/api/answer'
import { jsonArray } from '@portico/kit/api/json'
import { listOf, nullable, oneOf, optional } from '@portico/kit/api/schemas'
import Type, { type Static, type TObject } from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { cursorOf } from '../cursor.ts'
import { textsOf } from '../entries.ts'
import { feedPage, positionOf } from '../feed.ts'
import { FED_ITEMS } from '../kinds.ts'

export const feedQuery = {
  items: optional(listOf(oneOf(FED_ITEMS), { description: 'Kinds of records; all when left out' })),
  include: optional(listOf(oneOf(['records']), { description: 'records: each with the record as it is now' })),
  cursor: optional(
    Type.String({
      description:
        'next_cursor of the last answer; latest for the present. Without it the feed begins with the first change',
    }),
  ),
}

export const feedBeside = {
  additional_data: Type.Object({
    next_cursor: nullable(Type.String({ description: 'In the feed always given, behind an empty page too' })),
    more_items_in_collection: optional(Type.Boolean({ description: 'Whether more has happened already' })),
    access_changed: optional(
      Type.Boolean({ description: 'What the caller may see has changed since the cursor was given: begin again' }),
    ),
  }),
}

/** Records are larger than ids. */
const MOST_RECORDS = 100

type Asked = Static<TObject<typeof feedQuery>> & { limit?: number | undefined }

/** One page of the change feed. */
export async function feedList(crm: Crm, { items, include, cursor, limit = 100 }: Asked): Promise<Answered<never[]>> {
  const { place, isSightChanged } = await positionOf(crm, cursor, 'cursor')
  const withRecords = include?.includes('records') ?? false
  const most = withRecords ? Math.min(limit, MOST_RECORDS) : limit
  const { entries, next, isMore } = await feedPage(crm, { items, after: place, limit: most })
  return answer(jsonArray<never>(await textsOf(crm, entries, { withRecords })), {
    beside: {
      additional_data: {
        next_cursor: cursorOf(next, crm.actor),
        more_items_in_collection: isMore,
        access_changed: isSightChanged,
      },
    },
  })
}
