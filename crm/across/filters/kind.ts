import { type Fed, shownAsRecent } from '../../base/records/fed.ts'
import { type Recent, textsById } from '../../base/records/recent.ts'
import { filtersOfIds, maySeeFilter } from './store.ts'
import { Filter } from './v1/shape.ts'
import { filterWire } from './v1/wire.ts'

const recent: Recent = {
  item: 'filter',
  logged: 'filter',
  shape: Filter,
  show: async (crm, ids) => textsById(await filtersOfIds(crm, ids), filter => JSON.stringify(filterWire(crm, filter))),
}

const fed: Fed = {
  item: 'filter',
  table: 'filter',
  alias: 'f',
  scopes: ['deals:read', 'deals:full', 'activities:read', 'activities:full', 'contacts:read', 'contacts:full'],
  maySee: maySeeFilter,
  seesOpen: () => true,
  shape: Filter,
  show: shownAsRecent(recent),
}

export const filterKind = { recent, fed }
