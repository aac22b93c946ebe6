import Type from 'typebox'
import { auditCall } from '../../../base/access/auditStore.ts'
import { app } from '../../../base/api/operation.ts'
import { LIMITS } from '../../../base/limits/atRest.ts'
import { findLostReasons, storeLostReasons } from '../store.ts'

const Reasons = Type.Array(Type.String({ minLength: 1, maxLength: LIMITS.lineCharacters }), {
  maxItems: LIMITS.lostReasons,
})

const getLostReasons = app({
  route: 'GET /lostReasons',
  summary: 'Get the reasons for losing a deal that the company offers',
  reply: Reasons,
  run: (_, crm) => findLostReasons(crm),
})

const putLostReasons = app({
  route: 'PUT /lostReasons',
  summary: 'Say which reasons for losing a deal are offered, in this order; deals keep what was written',
  rights: ['sales_admin'],
  body: { reasons: Reasons },
  reply: Reasons,
  cost: 5,
  async run({ body }, crm) {
    const before = await findLostReasons(crm)
    const reasons = [...new Set(body.reasons.map(reason => reason.trim()).filter(Boolean))]
    await storeLostReasons(crm, reasons)
    await auditCall(crm, 'company_changed', crm.actor.companyId, { lost_reasons: { before, after: reasons } })
    return reasons
  },
})

export const lostReasons = [getLostReasons, putLostReasons]
