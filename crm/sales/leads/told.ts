import { fragment as sql } from '@portico/kit/database/sql'
import { maySee } from '../../base/access/visibility.ts'
import { ALL_OF_THEM } from '../../base/records/recent.ts'
import type { Told } from '../../base/records/told.ts'
import { Lead } from './v1/shape.ts'
import { selectLeads } from './v1/store.ts'
import { leadColumns, leadJoins } from './v1/wire.ts'

export const toldLeads: Told = {
  logged: 'lead',
  table: 'lead',
  idType: 'uuid',
  alias: 'l',
  maySee: actor => maySee(actor, 'lead', 'l'),
  feed: {
    scopes: ['leads:read', 'leads:full'],
    seesOpen: () => true,
    shape: Lead,
    async show(crm, ids) {
      const rows = await selectLeads(crm, sql`l.id = any(${ids}::text[]::uuid[])`, sql`l.id`, ALL_OF_THEM)
      return new Map(rows.map(row => [row.id, row.wire]))
    },
  },
  webhook: {
    object: 'lead',
    customFieldsOf: 'lead',
    seenBy: { own: 'lead' },
    v1: crm => ({ columns: leadColumns(crm), joins: leadJoins(crm) }),
  },
}
