import { fragment as sql } from '@portico/kit/database/sql'
import type { Actor } from '../../base/access/actor.ts'
import type { Told } from '../../base/records/told.ts'
import { shownInColumns } from '../../base/records/toldStore.ts'
import { CallLogV1 } from './v1/shape.ts'
import { callColumns } from './v1/wire.ts'
import { maySeeCall } from './visibility.ts'

const record = {
  logged: 'call_log',
  table: 'call_log',
  idType: 'uuid',
  alias: 'c',
  maySee: (actor: Actor) => maySeeCall(actor, 'c'),
} as const

const told: Told = {
  ...record,
  feed: {
    scopes: ['phone-integration'],
    shape: CallLogV1,
    show: shownInColumns(record, { columns: callColumns, isPresent: sql`not c.is_deleted` }),
  },
}

export const callLogKind = { told }
