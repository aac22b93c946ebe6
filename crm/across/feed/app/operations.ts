import Type, { type Static } from 'typebox'
import { app } from '../../../base/api/operation.ts'
import { cursorOf } from '../cursor.ts'
import { present } from '../feed.ts'

const ChangesCursor = Type.Object({ cursor: Type.String() })
export type ChangesCursor = Static<typeof ChangesCursor>

const getCursor = app({
  route: 'GET /changes/cursor',
  summary:
    'Get the place from which GET /v2/changes/stream tells everything that is not in answers asked for after this one',
  reply: ChangesCursor,
  run: async (_, crm) => ({ cursor: cursorOf(await present(crm), crm.actor) }),
})

export const changesOfCaller = [getCursor]
