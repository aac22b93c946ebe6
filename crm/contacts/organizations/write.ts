import { failure } from '@portico/kit/api/failure'
import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import { decideVisibility } from '../../base/access/decidedByHand.ts'
import { defaultVisibility } from '../../base/access/visibility.ts'
import type { Crm } from '../../base/api/context.ts'
import { type DeletionOptions, insertRecordWire, updateRecord, type Values } from '../../base/changes/write.ts'
import { checkCustom, checkLabels, fieldsOf } from '../../base/fields/check.ts'
import { storedValues } from '../../base/fields/derive.ts'
import { requireFields } from '../../base/fields/required.ts'
import { type CustomPatch, customChange, customColumn, patched } from '../../base/fields/values.ts'
import type { Address } from '../../base/records/address.ts'
import { changed, checkReferences } from '../../base/records/references.ts'
import { type Undoing, undone } from '../../base/records/revert.ts'
import { requireMatch, type WireRow } from '../../base/records/version.ts'
import { organizationFields } from './fields.ts'
import type { OrganizationInput } from './input.ts'
import { lockOrganization } from './store.ts'

const stored = storedValues(organizationFields)
const ORGANIZATIONS = { entity: 'organization', fields: organizationFields } as const

/** Stores a new organization with one statement and gives it back in the wanted columns. */
export async function createOrganization(
  crm: Crm,
  input: OrganizationInput,
  columns: Fragment = sql`o.id`,
): Promise<WireRow & { id: number }> {
  const { actor, now } = crm
  decideVisibility(crm, 'organization', input.visible_to)
  const custom = input.custom({})
  await check(crm, input, custom)
  const values = {
    owner_id: input.owner_id ?? actor.userId,
    visible_to: input.visible_to ?? defaultVisibility(actor, 'organization'),
    custom: customColumn(custom),
    add_time: input.add_time ?? now,
    update_time: now,
    ...stored(input),
    ...addressChange(input, null),
  }
  await requireFields(crm, ORGANIZATIONS, () => ({ values, custom: custom.set }), undefined, custom.named)
  return insertRecordWire(crm, 'organization', values, { alias: 'o', columns })
}

/** Changes an organization the caller may see; or undoes a change of it. */
export async function updateOrganization(
  crm: Crm,
  id: number,
  input: OrganizationInput,
  undoing?: Undoing,
): Promise<void> {
  const organization = await lockOrganization(crm, id)
  requireMatch(crm, organization.version)
  decideVisibility(crm, 'organization', input.visible_to, organization)
  const custom = input.custom(organization.custom)
  await check(crm, changed(input, organization), custom)
  if (input.is_deleted) return removeOrganization(crm, id)
  if (organization.is_deleted && input.is_deleted !== false)
    throw failure('gone', 'The organization is deleted; send is_deleted false to bring it back')
  const values = { ...stored(input), ...addressChange(input, organization.address) }
  const after = () => ({ values: { ...organization, ...values }, custom: patched(organization.custom, custom) })
  await requireFields(
    crm,
    ORGANIZATIONS,
    after,
    { values: { ...organization }, custom: organization.custom },
    custom.named,
  )
  const { columns, options } = undone(undoing)
  await updateRecord(
    crm,
    'organization',
    id,
    {
      ...values,
      ...customChange(custom),
      ...(organization.is_deleted && { is_deleted: false, delete_time: null }),
      ...columns,
    },
    { ...options, ...(organization.is_deleted && { action: 'restored' }) },
  )
}

/** Deletes an organization; for 30 days it can be brought back. Deleting twice is deleting once. */
export async function removeOrganization(crm: Crm, id: number, options: DeletionOptions = {}): Promise<void> {
  const organization = await lockOrganization(crm, id)
  requireMatch(crm, organization.version)
  if (organization.is_deleted) return
  const values = { is_deleted: true, delete_time: crm.now }
  await updateRecord(crm, 'organization', id, values, { action: 'deleted', ...options })
}

async function check(crm: Crm, { owner_id, label_ids, industry }: Partial<OrganizationInput>, custom: CustomPatch) {
  await checkReferences(crm, { owner_id })
  await checkLabels(crm, 'organization', label_ids)
  await checkIndustry(crm, industry)
  await checkCustom(crm, 'organization', custom)
}

/** An industry is an option of the field of that name; a company whose field has none may write any number. */
async function checkIndustry(crm: Crm, industry: number | null | undefined) {
  const options = (await fieldsOf(crm, 'organization')).byKey.get('industry')?.options ?? []
  if (!industry || options.length === 0 || options.some(option => option.id === industry)) return
  throw failure('invalid', `industry has no option ${industry}: GET /v2/organizationFields/industry lists them`, {
    field: 'industry',
  })
}

function addressChange(input: OrganizationInput, stored: Address | null): Values {
  const address = input.address(stored)
  return address === undefined ? {} : { address }
}
