import { failure } from '@portico/kit/api/failure'
import { json, jsonArray } from '@portico/kit/api/json'
import { optional, Uuid } from '@portico/kit/api/schemas'
import { fragment as sql } from '@portico/kit/database/sql'
import Type from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { v1 } from '../../../base/api/operation.ts'
import { deleteRecord, insertRecord, updateRecord, updateRecords } from '../../../base/changes/write.ts'
import { Name } from '../../../base/records/name.ts'
import { Color, LeadLabel } from './shape.ts'
import { findLeadLabel, listLeadLabels } from './store.ts'

const params = { id: Uuid }

const getLeadLabels = v1({
  route: 'GET /leadLabels',
  summary: 'Get all lead labels',
  scopes: ['leads:read', 'leads:full'],
  reply: Type.Array(LeadLabel),
  cost: 10,
  run: async (_, crm) => jsonArray<LeadLabel>(await listLeadLabels(crm)),
})

const addLeadLabel = v1({
  route: 'POST /leadLabels',
  summary: 'Add a lead label',
  scopes: ['leads:full'],
  rights: ['can_modify_labels'],
  body: { name: Name, color: Color },
  reply: LeadLabel,
  cost: 10,
  async run({ body: { name, color } }, crm) {
    const values = { name, color, add_time: crm.now, update_time: crm.now }
    const { id } = await insertRecord<{ id: string }>(crm, 'lead_label', values)
    return oneLabel(crm, id)
  },
})

const updateLeadLabel = v1({
  route: 'PATCH /leadLabels/{id}',
  summary: 'Update a lead label',
  scopes: ['leads:full'],
  rights: ['can_modify_labels'],
  params,
  body: { name: optional(Name), color: optional(Color) },
  reply: LeadLabel,
  cost: 10,
  async run({ params, body: { name, color } }, crm) {
    await updateRecord(crm, 'lead_label', params.id, { ...(name && { name }), ...(color && { color }) })
    return oneLabel(crm, params.id)
  },
})

const deleteLeadLabel = v1({
  route: 'DELETE /leadLabels/{id}',
  summary: 'Delete a lead label; it is taken off all leads',
  scopes: ['leads:full'],
  rights: ['can_modify_labels'],
  params,
  reply: Type.Object({ id: Type.String() }),
  cost: 6,
  async run({ params: { id } }, crm) {
    await takeOff(crm, id)
    if (!(await deleteRecord(crm, 'lead_label', id))) throw failure('missing', 'Lead label not found')
    // Leads that got the label meanwhile: whoever writes one holds its labels, so by now they are all stored.
    await takeOff(crm, id)
    return { id }
  },
})

async function takeOff(crm: Crm, id: string): Promise<void> {
  const label_ids = sql`array_remove(t.label_ids, ${id}::uuid)`
  await updateRecords(crm, 'lead', sql`${id}::uuid = any(label_ids)`, { label_ids }, { bulk: true })
}

async function oneLabel(crm: Crm, id: string) {
  return json<LeadLabel>(await findLeadLabel(crm, id))
}

export const leadLabels = [getLeadLabels, addLeadLabel, updateLeadLabel, deleteLeadLabel]
