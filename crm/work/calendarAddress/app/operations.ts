import { nullable } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { auditCall } from '../../../base/access/auditStore.ts'
import { app } from '../../../base/api/operation.ts'
import { endCalendarAddress } from '../endAddress.ts'
import { findCalendarAddress, replaceCalendarSecret } from '../store.ts'

const CalendarAddress = Type.Object({
  is_on: Type.Boolean(),
  add_time: nullable(Type.String()),
  last_used_time: nullable(Type.String({ description: 'Told once an hour at most' })),
})
export type CalendarAddress = Static<typeof CalendarAddress>

const getCalendarAddress = app({
  route: 'GET /calendar-address',
  summary: 'Get whether calendar programs can read the activities of the calling user at a secret address',
  reply: CalendarAddress,
  cost: 2,
  async run(_, { sql, actor }) {
    const found = await findCalendarAddress(sql, actor.companyId, actor.userId)
    return {
      is_on: found !== undefined,
      add_time: found?.add_time ?? null,
      last_used_time: found?.last_used_time ?? null,
    }
  },
})

const addCalendarAddress = app({
  route: 'POST /calendar-address',
  summary:
    'Make a secret address for the activities of the calling user; it is shown this once, and the former one ends',
  reply: Type.Object({ address: Type.String({ description: 'Shown this once' }) }),
  status: 201,
  cost: 10,
  async run(_, crm) {
    const { sql, actor, services } = crm
    const secret = await replaceCalendarSecret(sql, actor.companyId, actor.userId)
    await auditCall(crm, 'calendar_address_changed', actor.userId, { change: 'made' })
    return { address: `${services.origin}/calendar/${secret}.ics` }
  },
})

const removeCalendarAddress = app({
  route: 'DELETE /calendar-address',
  summary: 'End the secret address for the activities of the calling user',
  reply: Type.Object({ is_on: Type.Boolean() }),
  cost: 5,
  async run(_, crm) {
    await endCalendarAddress(crm)
    return { is_on: false }
  },
})

export const calendarAddress = [getCalendarAddress, addCalendarAddress, removeCalendarAddress]
