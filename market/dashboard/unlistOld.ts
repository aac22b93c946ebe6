import Type from 'typebox'
import { operation } from '../api/operation.ts'
import { readSettings } from '../settings/store.ts'
import { audit } from './auditStore.ts'
import { unlistOlderThan } from './unlistOlderThan.ts'

export const deactivateBooks = operation({
  route: 'POST /dashboard/deactivateBooks',
  summary: 'Unlist books that were not renewed for too long; one mail to each owner',
  scopes: ['owner'],
  reply: Type.Object({ unlisted: Type.Integer() }),
  async run(_, { sql, user, now }) {
    const { unlistDays } = await readSettings(sql)
    const unlisted = await unlistOlderThan(sql, unlistDays, now, { by: user.id })
    await audit(sql, now, user, 'deactivateBooks', '', { unlisted })
    return { unlisted }
  },
})
