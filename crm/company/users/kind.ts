import { fragment as sql } from '@portico/kit/database/sql'
import { type Fed, shownAsRecent } from '../../base/records/fed.ts'
import { type Recent, textsById } from '../../base/records/recent.ts'
import type { Watched } from '../../base/records/watched.ts'
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

const watched: Watched = {
  object: 'user',
  logged: 'user',
  table: 'app_user',
  alias: 'u',
  maySee: maySeeUser,
  seenBy: { nobody: true },
  v1: ({ actor }) => ({ columns: userColumns(actor), joins: sql`` }),
  inLists: true,
}

const fed: Fed = {
  item: 'user',
  table: 'app_user',
  alias: 'u',
  scopes: ['users:read'],
  maySee: maySeeUser,
  shape: User,
  show: shownAsRecent(recent),
}

export const userKind = { recent, watched, fed }
