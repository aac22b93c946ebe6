import { failure } from '@portico/kit/api/failure'
import { optional, Uuid } from '@portico/kit/api/schemas'
import { fragment as sql } from '@portico/kit/database/sql'
import Type from 'typebox'
import { app } from '../../../base/api/operation.ts'
import { LIMITS } from '../../../base/limits/atRest.ts'
import { chosenLeads, LeadsFilter } from '../../../sales/leads/app/inbox.ts'
import { LongChangeShape } from '../../longChanges/shape.ts'
import { beginBulk } from '../beginBulk.ts'
import { checkLeadAction, LeadAction, leadTitleOf } from '../leadActions.ts'
import { selectLeadIds } from '../store.ts'

const changeLeads = app({
  route: 'POST /leads/bulk',
  summary: 'Begin to give away, label, archive or delete many leads',
  description:
    'Those named by `ids`, or all that the inbox lists with `filter`, as far as you may see them now. It goes on in the background; `GET /bulk/{id}` tells how far it is, and it can be undone for a day.',
  rights: ['can_bulk_edit_items'],
  body: {
    ids: optional(Type.Array(Uuid, { minItems: 1, maxItems: LIMITS.bulkNamed })),
    filter: optional(LeadsFilter),
    action: LeadAction,
  },
  reply: LongChangeShape,
  status: 202,
  cost: 100,
  async run({ body: { ids, filter, action } }, crm) {
    if ((ids === undefined) === (filter === undefined))
      throw failure('invalid', 'Send either ids or filter', { field: 'ids' })
    await checkLeadAction(crm, action)
    const where = filter ? await chosenLeads(crm, filter) : sql`l.id = any(${ids ?? []}::uuid[])`
    return beginBulk(crm, { kind: 'lead', action }, await selectLeadIds(crm, where, LIMITS.bulkRecords), {
      noun: 'lead',
      titleOf: count => leadTitleOf(action, count),
    })
  },
})

export const leadBulk = [changeLeads]
