import { failure } from '@portico/kit/api/failure'
import { decideVisibility } from '../../base/access/decidedByHand.ts'
import { defaultVisibility } from '../../base/access/visibility.ts'
import type { Crm } from '../../base/api/context.ts'
import { type DeletionOptions, insertRecord, updateRecord, type Values } from '../../base/changes/write.ts'
import { checkCustom } from '../../base/fields/check.ts'
import { storedValues } from '../../base/fields/derive.ts'
import { customChange, customColumn } from '../../base/fields/values.ts'
import { changed, checkReferences } from '../../base/records/references.ts'
import { type Undoing, undone } from '../../base/records/revert.ts'
import { requireMatch } from '../../base/records/version.ts'
import { leadFields } from './fields.ts'
import { lockLead, lockLeadEvenDeleted, requireLeadLabels } from './store.ts'
import { type LeadInput, requireContact } from './v1/input.ts'

const stored = storedValues(leadFields)

/** Where a lead comes from that a person has typed into the web app. */
const BY_HAND = { source_name: 'Manually created', origin: 'ManuallyCreated' }

/** Stores a new lead and gives back its id. */
export async function createLead(crm: Crm, input: LeadInput): Promise<string> {
  const { actor, now } = crm
  decideVisibility(crm, 'lead', input.visible_to)
  const custom = input.custom({})
  requireContact(input.person_id ?? null, input.organization_id ?? null)
  await checkInput(crm, input)
  await checkCustom(crm, 'lead', custom)
  const lead = await insertRecord<{ id: string }>(crm, 'lead', {
    owner_id: input.owner_id ?? actor.userId,
    creator_id: actor.userId,
    visible_to: input.visible_to ?? defaultVisibility(actor, 'lead'),
    custom: customColumn(custom),
    add_time: now,
    update_time: now,
    ...(actor.source === 'app' && BY_HAND),
    ...stored(input),
    ...money(input),
    ...archival(input, now),
  })
  return lead.id
}

/** Changes a lead the caller may see; or undoes a change of it, a deletion too. */
export async function updateLead(crm: Crm, id: string, input: LeadInput, undoing?: Undoing): Promise<void> {
  const lead = await (undoing ? lockLeadEvenDeleted : lockLead)(crm, id)
  requireMatch(crm, lead.version)
  const { columns, options } = undone(undoing)
  const comesBack = lead.is_deleted && columns.is_deleted === false
  if (lead.is_deleted && !comesBack) throw failure('gone', 'The lead is deleted')
  decideVisibility(crm, 'lead', input.visible_to, lead)
  const custom = input.custom(lead.custom)
  requireContact(after(input.person_id, lead.person_id), after(input.organization_id, lead.organization_id))
  await checkInput(crm, changed(input, lead), lead.value_currency)
  await checkCustom(crm, 'lead', custom)
  await updateRecord(
    crm,
    'lead',
    id,
    {
      ...stored(input),
      ...money(input),
      ...(input.is_archived !== lead.is_archived && archival(input, crm.now)),
      ...customChange(custom),
      ...columns,
    },
    { ...options, ...(comesBack && { action: 'restored' }) },
  )
}

/** Deletes a lead. */
export async function removeLead(crm: Crm, id: string, options: DeletionOptions = {}): Promise<void> {
  const lead = await lockLead(crm, id)
  requireMatch(crm, lead.version)
  await updateRecord(crm, 'lead', id, { is_deleted: true, delete_time: crm.now }, { action: 'deleted', ...options })
}

async function checkInput(crm: Crm, input: Partial<LeadInput>, currencyBefore?: string | null): Promise<void> {
  const { owner_id, person_id, organization_id, value } = input
  await checkReferences(crm, { owner_id, person_id })
  await checkReferences(crm, { org_id: organization_id }, 'organization_id')
  if (value?.currency !== currencyBefore) await checkReferences(crm, { currency: value?.currency }, 'value.currency')
  await requireLeadLabels(crm, input.label_ids)
}

function money({ value }: LeadInput): Values {
  if (value === undefined) return {}
  return { value_amount: value?.amount ?? null, value_currency: value?.currency ?? null }
}

function archival({ is_archived }: LeadInput, now: Date): Values {
  if (is_archived === undefined) return {}
  return { is_archived, archive_time: is_archived ? now : null }
}

function after<T>(given: T | undefined, before: T): T {
  return given === undefined ? before : given
}
