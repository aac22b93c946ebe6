import { DateText, Id, listOf, optional } from '@portico/kit/api/schemas'
import { fragment as sql } from '@portico/kit/database/sql'
import Type from 'typebox'
import { app } from '../../../base/api/operation.ts'
import { LIMITS } from '../../../base/limits/atRest.ts'
import { cursorQueryOf, nextCursor } from '../../../base/lists/cursor.ts'
import { matching } from '../store.ts'
import { agendaPage } from './agendaStore.ts'
import { AgendaEntry } from './shape.ts'

const getAgenda = app({
  route: 'GET /agenda',
  summary: 'Get activities by day, of a span of days or all, with the names of what they are about',
  query: {
    from: optional(DateText),
    until: optional(DateText),
    owner_id: optional(Id),
    types: optional(listOf(Type.String({ maxLength: LIMITS.lineCharacters }), { maxItems: 50 })),
    done: optional(Type.Boolean()),
    ...cursorQueryOf({ most: 1000, usual: 500 }),
  },
  reply: Type.Array(AgendaEntry),
  beside: nextCursor,
  cost: 10,
  run({ query }, crm) {
    const { from, until, owner_id, types, done, limit = 500, cursor } = query
    // Written out, so that the index of what is to be done is known to fit.
    const doneness = done === undefined ? sql`` : done ? sql`and a.done` : sql`and not a.done`
    const where = sql`not a.is_deleted ${doneness} and ${matching(crm, { owner_id, types })}
      ${from ? sql`and a.due_date >= ${from}::text::date` : sql``}
      ${until ? sql`and a.due_date <= ${until}::text::date` : sql``}`
    return agendaPage(crm, where, { limit, cursor })
  },
})

export const agenda = [getAgenda]
