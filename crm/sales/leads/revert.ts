import { maySee } from '../../base/access/visibility.ts'
import { inputWas, type Revert } from '../../base/records/revert.ts'
import { leadFields } from './fields.ts'
import type { LeadInput } from './v1/input.ts'
import { removeLead, updateLead } from './write.ts'

export const leadRevert: Revert = {
  table: 'lead',
  ids: 'uuids',
  customFieldsOf: 'lead',
  fields: leadFields,
  maySee: actor => maySee(actor, 'lead', 'r'),
  scopes: { read: ['leads:read', 'leads:full'], write: ['leads:full'] },
  rights: { change: [], remove: [] },
  fixed: {},
  update(crm, id: string, was, undoing) {
    // Amount and currency are two columns, which are put back as they were.
    const { value: _, ...others } = inputWas<LeadInput>(was)
    return updateLead(crm, id, { ...others, custom: () => was.custom }, undoing)
  },
  remove: (crm, id: string, options) => removeLead(crm, id, options),
}
