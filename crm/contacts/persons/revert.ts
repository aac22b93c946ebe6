import { maySee } from '../../base/access/visibility.ts'
import type { Address } from '../../base/records/address.ts'
import { bringsBack, inputWas, type Revert } from '../../base/records/revert.ts'
import { personFields } from './fields.ts'
import type { PersonInput } from './input.ts'
import { removePerson, updatePerson } from './write.ts'

export const personRevert: Revert = {
  table: 'person',
  customFieldsOf: 'person',
  fields: personFields,
  maySee: actor => maySee(actor, 'person', 'r'),
  scopes: { read: ['contacts:read', 'contacts:full'], write: ['contacts:full'] },
  rights: { change: [], remove: [] },
  fixed: { picture_id: 'pictures that were replaced are not kept' },
  update(crm, id: number, was, undoing) {
    const { postal_address, ...others } = inputWas<Omit<PersonInput, 'postal_address'> & Addressed>(was)
    const input = { ...others, ...bringsBack(undoing), postal_address: () => postal_address, custom: () => was.custom }
    return updatePerson(crm, id, input, undoing)
  },
  remove: (crm, id: number, options) => removePerson(crm, id, options),
}

interface Addressed {
  postal_address: Address | null
}
