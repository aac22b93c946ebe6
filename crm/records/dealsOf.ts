import { type Fragment, fragment as sql } from '@portico/kit/database'
import { nullable, oneOf, optional } from '@portico/kit/schemas'
import Type from 'typebox'
import type { Crm } from '../api/context.ts'
import { dealPageV1 } from '../deals/classic.ts'
import { DealV1 } from '../deals/shapesV1.ts'
import { offsetQuery, pagination } from '../lists/offset.ts'
import { RelatedObjects } from './relatedObjects.ts'

/** The v1 lists of the deals of a contact. */

export const dealsOfQuery = {
  status: optional(oneOf(['open', 'won', 'lost', 'deleted', 'all_not_deleted'], { default: 'all_not_deleted' })),
  sort: optional(Type.String()),
  ...offsetQuery,
}

export const dealsOfReply = nullable(Type.Array(DealV1))
export const dealsOfBeside = { ...pagination, related_objects: optional(RelatedObjects) }

/** One page of the deals that `mine` picks from `crm.deal d`. */
export function dealsOfRecord(
  crm: Crm,
  mine: Fragment,
  query: {
    status?: string | undefined
    sort?: string | undefined
    start?: number | undefined
    limit?: number | undefined
  },
) {
  const { status = 'all_not_deleted' } = query
  const standing = status === 'all_not_deleted' ? sql`d.status <> 'deleted'` : sql`d.status = ${status}`
  return dealPageV1(crm, sql`not d.is_archived and ${standing} and ${mine}`, query)
}
