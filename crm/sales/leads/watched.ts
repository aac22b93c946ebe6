import { maySee } from '../../base/access/visibility.ts'
import type { Watched } from '../../base/records/watched.ts'
import { leadColumns, leadJoins } from './v1/wire.ts'

export const watchedLeads: Watched = {
  object: 'lead',
  logged: 'lead',
  table: 'lead',
  idType: 'uuid',
  alias: 'l',
  customFieldsOf: 'lead',
  maySee: actor => maySee(actor, 'lead', 'l'),
  seenBy: { own: 'lead' },
  v1: crm => ({ columns: leadColumns(crm), joins: leadJoins(crm) }),
}
