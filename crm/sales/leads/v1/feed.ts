import { fragment as sql } from '@portico/kit/database/sql'
import { maySee } from '../../../base/access/visibility.ts'
import type { Fed } from '../../../base/records/fed.ts'
import { ALL_OF_THEM } from '../../../base/records/recent.ts'
import { Lead } from './shape.ts'
import { selectLeads } from './store.ts'

export const leadFeed: Fed = {
  item: 'lead',
  table: 'lead',
  alias: 'l',
  idType: 'uuid',
  scopes: ['leads:read', 'leads:full'],
  maySee: actor => maySee(actor, 'lead', 'l'),
  seesOpen: () => true,
  shape: Lead,
  async show(crm, ids) {
    const rows = await selectLeads(crm, sql`l.id = any(${ids}::text[]::uuid[])`, sql`l.id`, ALL_OF_THEM)
    return new Map(rows.map(row => [row.id, row.wire]))
  },
}
