import type { Answered } from '@portico/kit/api/answer'
import { failure } from '@portico/kit/api/failure'
import { DateText, Id, listOf, oneOf, optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { v2 } from '../../../base/api/operation.ts'
import { deleteRecord, insertRecord, updateRecord } from '../../../base/changes/write.ts'
import { cursorPage, cursorQuery, keyset, nextCursor, sortQuery } from '../../../base/lists/cursor.ts'
import { oneRecord } from '../../../base/records/version.ts'
import { lockLiveDeal } from '../../deals/store.ts'
import { compositionOf } from '../store.ts'
import { findInstallment, listInstallments, requireInstallment } from './installmentStore.ts'
import { Installment } from './shape.ts'

/** Installments split what a deal bills once into several days. */

const params = { id: Id, installment_id: Id }
const SCOPES = ['deals:read', 'deals:full']
const Amount = Type.Number({ exclusiveMinimum: 0, maximum: 1e12 })
const Description = Type.String({ minLength: 1, maxLength: 255 })
const SORT_TYPES = { id: 'bigint', billing_date: 'date', deal_id: 'bigint' } as const

const getInstallments = v2({
  route: 'GET /deals/installments',
  summary: 'List the installments of several deals',
  scopes: SCOPES,
  query: {
    deal_ids: listOf(Id, { minItems: 1, maxItems: 100 }),
    ...cursorQuery,
    ...sortQuery,
    sort_by: optional(oneOf(['id', 'billing_date', 'deal_id'], { default: 'id' })),
  },
  reply: Type.Array(Installment),
  beside: nextCursor,
  cost: 10,
  async run({ query }, crm) {
    const { sort_by = 'id', sort_direction = 'asc', cursor, limit = 100, deal_ids } = query
    const page = keyset({ column: sort_by, type: SORT_TYPES[sort_by], direction: sort_direction }, cursor, 'i')
    return cursorPage<Installment>(await listInstallments(crm, deal_ids, page, limit), limit)
  },
})

const postInstallment = v2({
  route: 'POST /deals/{id}/installments',
  summary: 'Add an installment to a deal that has one-time products and no recurring ones',
  scopes: SCOPES,
  params: { id: Id },
  body: { description: Description, amount: Amount, billing_date: DateText },
  reply: Installment,
  cost: 5,
  async run({ params, body }, crm) {
    await lockLiveDeal(crm, params.id)
    await refuseUnfit(crm, params.id)
    const times = { add_time: crm.now, update_time: crm.now }
    const added = await insertRecord<{ id: number }>(crm, 'deal_installment', { deal_id: params.id, ...body, ...times })
    return oneInstallment(crm, params.id, added.id)
  },
})

async function refuseUnfit(crm: Crm, dealId: number) {
  const { enabled_recurring, enabled_once } = await compositionOf(crm, dealId)
  if (enabled_recurring > 0) throw failure('invalid', 'A deal with recurring products takes no installments')
  if (enabled_once === 0) throw failure('invalid', 'A deal takes installments only when it has a one-time product')
}

const updateInstallment = v2({
  route: 'PATCH /deals/{id}/installments/{installment_id}',
  summary: 'Update an installment of a deal',
  ifMatch: true,
  scopes: SCOPES,
  params,
  body: { description: optional(Description), amount: optional(Amount), billing_date: optional(DateText) },
  reply: Installment,
  cost: 5,
  async run({ params, body }, crm) {
    await lockLiveDeal(crm, params.id)
    await requireInstallment(crm, params.id, params.installment_id)
    await updateRecord(crm, 'deal_installment', params.installment_id, { ...body })
    return oneInstallment(crm, params.id, params.installment_id)
  },
})

const deleteInstallment = v2({
  route: 'DELETE /deals/{id}/installments/{installment_id}',
  summary: 'Remove an installment from a deal',
  ifMatch: true,
  scopes: SCOPES,
  params,
  reply: Type.Object({ id: Type.Integer() }),
  cost: 3,
  async run({ params }, crm) {
    await lockLiveDeal(crm, params.id)
    await requireInstallment(crm, params.id, params.installment_id)
    await deleteRecord(crm, 'deal_installment', params.installment_id)
    return { id: params.installment_id }
  },
})

/** An installment on the wire, with its version. */
async function oneInstallment(crm: Crm, dealId: number, id: number): Promise<Answered<Installment>> {
  return oneRecord<Installment>(await findInstallment(crm, dealId, id), 'Installment')
}

export const dealInstallments = [getInstallments, postInstallment, updateInstallment, deleteInstallment]
