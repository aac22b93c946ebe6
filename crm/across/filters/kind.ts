import { type Recent, textsById } from '../../base/records/recent.ts'
import { shownAsRecent, type Told } from '../../base/records/told.ts'
import { filtersOfIds, maySeeFilter } from './store.ts'
import { Filter } from './v1/shape.ts'
import { filterWire } from './v1/wire.ts'

const recent: Recent = {
  item: 'filter',
  logged: 'filter',
  shape: Filter,
  show: async (crm, ids) => textsById(await filtersOfIds(crm, ids), filter => JSON.stringify(filterWire(crm, filter))),
}

const told: Told = {
  logged: 'filter',
  table: 'filter',
  alias: 'f',
  maySee: maySeeFilter,
  feed: {
    scopes: ['deals:read', 'deals:full', 'activities:read', 'activities:full', 'contacts:read', 'contacts:full'],
    seesOpen: () => true,
    shape: Filter,
    show: shownAsRecent(recent),
  },
}

export const filterKind = { recent, told }
