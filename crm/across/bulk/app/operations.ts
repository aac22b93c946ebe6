import { failure } from '@portico/kit/api/failure'
import { Id, oneOf, optional } from '@portico/kit/api/schemas'
import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import Type, { type Static } from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { app } from '../../../base/api/operation.ts'
import { LIMITS } from '../../../base/limits/atRest.ts'
import { LongChangeShape, showLongChange } from '../../longChanges/shape.ts'
import { listLongChanges, requireLongChange } from '../../longChanges/store.ts'
import { askForUndo } from '../../longChanges/undo.ts'
import { chosenRows, RowsFilter } from '../../rows/chosen.ts'
import { ROW_KINDS, ROWS } from '../../rows/kinds.ts'
import { Action, checkAction, titleOf } from '../actions.ts'
import { beginBulk } from '../beginBulk.ts'
import { BULK_KINDS, type BulkKind, inWords } from '../kinds.ts'
import { selectIds } from '../store.ts'

const params = { id: Id }
const rights = ['can_bulk_edit_items'] as const

/** Which records: those that are named, or all that a list would show. */
const which = {
  ids: optional(Type.Array(Id, { minItems: 1, maxItems: LIMITS.bulkNamed })),
  filter: optional(RowsFilter),
}
type Which = Static<Type.TObject<typeof which>>

const addBulk = app({
  route: 'POST /bulk',
  summary: 'Begin to change or delete many records of a kind',
  description: 'Those that you may see now. It goes on in the background and can be undone for a day.',
  rights,
  body: { kind: oneOf(ROW_KINDS), ...which, action: Action },
  reply: LongChangeShape,
  status: 202,
  cost: 100,
  async run({ body }, crm) {
    const kind = BULK_KINDS[body.kind]
    await checkAction(crm, kind, body.action)
    const ids = await selectIds(crm, kind, await condition(crm, kind, body), LIMITS.bulkRecords)
    return beginBulk(crm, { kind: kind.name, action: body.action }, ids, {
      noun: kind.words[0],
      titleOf: count => titleOf(body.action, inWords(kind, count)),
    })
  },
})

async function condition(crm: Crm, kind: BulkKind, { ids, filter }: Which): Promise<Fragment> {
  if ((ids === undefined) === (filter === undefined))
    throw failure('invalid', 'Send either ids or filter', { field: 'ids' })
  return filter ? chosenRows(crm, ROWS[kind.name], filter) : sql`r.id = any(${ids ?? []}::bigint[])`
}

const getBulks = app({
  route: 'GET /bulk',
  summary: 'List your last bulk changes, the newest first; admins see those of everybody',
  rights,
  reply: Type.Array(LongChangeShape),
  cost: 5,
  run: async (_, crm) => (await listLongChanges(crm, 'bulk', 20)).map(row => showLongChange(row, crm.now)),
})

const getBulk = app({
  route: 'GET /bulk/{id}',
  summary: 'Get how far a bulk change is',
  rights,
  params,
  reply: LongChangeShape,
  cost: 1,
  run: async ({ params }, crm) => showLongChange(await requireLongChange(crm, 'bulk', params.id), crm.now),
})

const undoBulk = app({
  route: 'POST /bulk/{id}/undo',
  summary: 'Begin to undo a bulk change; one that is under way is stopped',
  description: 'Records that somebody has changed since are left as they are and named.',
  rights,
  params,
  reply: LongChangeShape,
  status: 202,
  cost: 100,
  run: async ({ params }, crm) => showLongChange(await askForUndo(crm, 'bulk', params.id), crm.now),
})

export const bulkOperations = [addBulk, getBulks, getBulk, undoBulk]
