import { fragment as sql } from '@portico/kit/database/sql'
import { type Recent, textsById } from '../../base/records/recent.ts'
import { shownAsRecent, type Told } from '../../base/records/told.ts'
import { maySeeUser } from './access.ts'
import { User } from './v1/shape.ts'
import { usersOfIds } from './v1/store.ts'
import { userColumns } from './v1/wire.ts'

const recent: Recent = {
  item: 'user',
  logged: 'user',
  shape: User,
  show: async (crm, ids) => textsById(await usersOfIds(crm, ids), row => row.wire),
}

const told: Told = {
  logged: 'user',
  table: 'app_user',
  alias: 'u',
  maySee: maySeeUser,
  feed: {
    scopes: ['users:read'],
    shape: User,
    show: shownAsRecent(recent),
  },
  webhook: {
    object: 'user',
    seenBy: { nobody: true },
    v1: ({ actor }) => ({ columns: userColumns(actor), joins: sql`` }),
    inLists: true,
  },
}

export const userKind = { recent, told }
