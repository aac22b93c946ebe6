import { Id, optional, Uuid } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import type { Crm } from '../../base/api/context.ts'
import { fieldsOf } from '../../base/fields/check.ts'
import { checkReferences } from '../../base/records/references.ts'
import { requireLeadLabels } from '../../sales/leads/store.ts'
import { leadFrom } from '../../sales/leads/v1/input.ts'
import { removeLead, updateLead } from '../../sales/leads/write.ts'
import type { StandingLead } from './store.ts'

/** What is done with every lead: one of these. */
export const LeadAction = Type.Object(
  {
    owner_id: optional(Id),
    add_label_id: optional(Uuid),
    remove_label_id: optional(Uuid),
    is_archived: optional(Type.Boolean()),
    delete: optional(Type.Literal(true)),
  },
  {
    minProperties: 1,
    maxProperties: 1,
    additionalProperties: false,
    description: 'One of: `owner_id`, `add_label_id`, `remove_label_id`, `is_archived`, `delete` true',
  },
)
export type LeadAction = Static<typeof LeadAction>

/** Refuses at once what would be refused for every lead. */
export async function checkLeadAction(crm: Crm, { owner_id, add_label_id }: LeadAction): Promise<void> {
  if (owner_id !== undefined) await checkReferences(crm, { owner_id }, 'action.owner_id')
  if (add_label_id !== undefined) await requireLeadLabels(crm, [add_label_id])
}

/** Does it with one lead, and says whether there was anything to do. */
export async function actOnLead(crm: Crm, action: LeadAction, lead: StandingLead): Promise<boolean> {
  if (action.delete) {
    await removeLead(crm, lead.id, { facts: {} })
    return true
  }
  const body = leadBodyOf(action, lead)
  if (!body) return false
  await updateLead(crm, lead.id, leadFrom(await fieldsOf(crm, 'lead'), crm, body))
  return true
}

/** The body of an update, or undefined when the lead is as it should be. */
function leadBodyOf({ owner_id, add_label_id, remove_label_id, is_archived }: LeadAction, { label_ids }: StandingLead) {
  if (owner_id !== undefined) return { owner_id }
  if (is_archived !== undefined) return { is_archived }
  if (add_label_id !== undefined)
    return label_ids.includes(add_label_id) ? undefined : { label_ids: [...label_ids, add_label_id] }
  return label_ids.includes(remove_label_id ?? '')
    ? { label_ids: label_ids.filter(id => id !== remove_label_id) }
    : undefined
}

/** For people: `Archive 3 leads`. */
export function leadTitleOf(action: LeadAction, count: number): string {
  const leads = `${count.toLocaleString('en')} ${count === 1 ? 'lead' : 'leads'}`
  if (action.delete) return `Delete ${leads}`
  if (action.owner_id !== undefined) return `Change the owner of ${leads}`
  if (action.is_archived !== undefined) return action.is_archived ? `Archive ${leads}` : `Move ${leads} back`
  return action.add_label_id !== undefined ? `Add a label to ${leads}` : `Remove a label from ${leads}`
}
