import { Id } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { auditCall } from '../../../base/access/auditStore.ts'
import { app } from '../../../base/api/operation.ts'
import { findPersonHere, findSecurity, listCompaniesOf, storeSecurity } from '../companyStore.ts'
import { findSecondFactor } from '../secondFactorStore.ts'
import { switchCompany } from '../switchCompany.ts'
import { Session } from './shape.ts'

const getSession = app({
  route: 'GET /session',
  summary: 'Get who is signed in, in which company, with which rights, and the other companies of the person',
  reply: Session,
  async run(_, { sql, actor, services }) {
    const { companyId, userId, accountId } = actor
    const { isOn } = await findSecondFactor(sql, accountId)
    return {
      user: { id: userId, ...(await findPersonHere(sql, companyId, userId)) },
      company_id: companyId,
      companies: await listCompaniesOf(sql, accountId),
      is_admin: actor.isAdmin,
      is_account_admin: actor.isAccountAdmin,
      is_projects_admin: actor.isProjectsAdmin,
      rights: [...actor.rights].sort(),
      mail: services.mailGoes,
      second_factor: { is_on: isOn, is_shown: actor.twoFactors, is_missing: actor.lacksSecondFactor },
    }
  },
})

const switchSession = app({
  route: 'POST /session/company',
  summary: 'Go on in another company of the calling person; answers with a new cookie',
  cost: 5,
  body: { company_id: Id },
  reply: Type.Object({ company_id: Type.Integer() }),
  async run({ body: { company_id } }, { sql, actor, call, services }) {
    call.headers.set('set-cookie', await switchCompany(sql, services, call, actor, company_id))
    return { company_id }
  },
})

const Security = Type.Object({ require_second_factor: Type.Boolean() })

const getSecurity = app({
  route: 'GET /company/security',
  summary: 'Get what the company demands of people who sign in',
  rights: ['account_admin'],
  reply: Security,
  run: (_, { sql, actor }) => findSecurity(sql, actor.companyId),
})

const putSecurity = app({
  route: 'PUT /company/security',
  summary: 'Demand a second factor of everybody in the company, or not',
  cost: 5,
  rights: ['account_admin'],
  body: { require_second_factor: Type.Boolean() },
  reply: Security,
  async run({ body }, crm) {
    const { companyId } = crm.actor
    await storeSecurity(crm.sql, companyId, body.require_second_factor)
    await auditCall(crm, 'company_changed', companyId, body)
    return body
  },
})

export const signInOfCaller = [getSession, switchSession, getSecurity, putSecurity]

/** All that a session opens that was begun with one factor where the company demands two. */
export const OPEN_BEFORE_SECOND_FACTOR: ReadonlySet<unknown> = new Set([getSession])
