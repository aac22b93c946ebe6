import { EVERYTHING } from '../../base/access/visibility.ts'
import type { Told } from '../../base/records/told.ts'
import { shownInColumns } from '../../base/records/toldStore.ts'
import { LeadLabel } from './v1/shape.ts'
import { labelColumns } from './v1/store.ts'

const record = {
  logged: 'lead_label',
  table: 'lead_label',
  idType: 'uuid',
  alias: 'l',
  maySee: () => EVERYTHING,
} as const

const told: Told = {
  ...record,
  feed: {
    scopes: ['leads:read', 'leads:full'],
    shape: LeadLabel,
    show: shownInColumns(record, { columns: labelColumns }),
  },
}

export const leadLabelKind = { told }
