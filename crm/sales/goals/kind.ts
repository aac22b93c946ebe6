import type { Told } from '../../base/records/told.ts'
import { shownInColumns } from '../../base/records/toldStore.ts'
import { maySeeGoal } from './access.ts'
import { Goal } from './v1/shape.ts'
import { goalColumns } from './v1/wire.ts'

const record = { logged: 'goal', table: 'goal', idType: 'text', alias: 'g', maySee: maySeeGoal } as const

const told: Told = {
  ...record,
  feed: {
    scopes: ['goals:read', 'goals:full'],
    shape: Goal,
    show: shownInColumns(record, { columns: goalColumns }),
  },
}

export const goalKind = { told }
