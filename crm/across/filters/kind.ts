import { type Recent, textsById } from '../../base/records/recent.ts'
import { filtersOfIds } from './store.ts'
import { Filter } from './v1/shape.ts'
import { filterWire } from './v1/wire.ts'

const recent: Recent = {
  item: 'filter',
  logged: 'filter',
  shape: Filter,
  show: async (crm, ids) => textsById(await filtersOfIds(crm, ids), filter => JSON.stringify(filterWire(crm, filter))),
}

export const filterKind = { recent }
