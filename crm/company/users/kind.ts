import { type Recent, textsById } from '../../base/records/recent.ts'
import { User } from './v1/shape.ts'
import { usersOfIds } from './v1/store.ts'

const recent: Recent = {
  item: 'user',
  logged: 'user',
  shape: User,
  show: async (crm, ids) => textsById(await usersOfIds(crm, ids), row => row.wire),
}

export const userKind = { recent }
