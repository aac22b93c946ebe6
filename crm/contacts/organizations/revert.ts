import { maySee } from '../../base/access/visibility.ts'
import type { Address } from '../../base/records/address.ts'
import { bringsBack, inputWas, type Revert } from '../../base/records/revert.ts'
import { organizationFields } from './fields.ts'
import type { OrganizationInput } from './input.ts'
import { removeOrganization, updateOrganization } from './write.ts'

export const organizationRevert: Revert = {
  table: 'organization',
  customFieldsOf: 'organization',
  fields: organizationFields,
  maySee: actor => maySee(actor, 'organization', 'r'),
  scopes: { read: ['contacts:read', 'contacts:full'], write: ['contacts:full'] },
  rights: { change: [], remove: [] },
  fixed: {},
  update(crm, id: number, was, undoing) {
    const { address, ...others } = inputWas<Omit<OrganizationInput, 'address'> & Addressed>(was)
    const input = { ...others, ...bringsBack(undoing), address: () => address, custom: () => was.custom }
    return updateOrganization(crm, id, input, undoing)
  },
  remove: (crm, id: number, options) => removeOrganization(crm, id, options),
}

interface Addressed {
  address: Address | null
}
