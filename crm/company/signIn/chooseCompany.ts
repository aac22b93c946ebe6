import type { Call } from '@portico/kit/api/api'
import { failure } from '@portico/kit/api/failure'
import type { CrmServices } from '../../base/api/context.ts'
import { beginSession } from './beginSession.ts'
import { type CompanyOfPerson, enterCompany, listCompaniesOf } from './companyStore.ts'
import { stepDigestOf } from './cookies.ts'
import { findCompanyStep, takeStep } from './stepStore.ts'

/** The companies that a browser may choose from; none when it is at no such step. */
export async function companiesToChoose(services: CrmServices, call: Call): Promise<CompanyOfPerson[] | undefined> {
  const digest = stepDigestOf(call.request, services.origin)
  if (!digest) return undefined
  return services.database.read(async sql => {
    const step = await findCompanyStep(sql, digest)
    return step && listCompaniesOf(sql, step.accountId)
  })
}

/** The last step for somebody who has worked in none of their companies yet. Gives back the cookie of a session there. */
export async function chooseCompany(services: CrmServices, call: Call, companyId: number): Promise<string> {
  const digest = stepDigestOf(call.request, services.origin)
  return services.database.write(async sql => {
    const step = digest && (await findCompanyStep(sql, digest))
    if (!step || !(await takeStep(sql, digest))) throw failure('gone', 'The time to choose is over: log in again')
    const account = { id: step.accountId, passwordTime: step.passwordTime }
    return beginSession(sql, services, call, account, step.shown, async () => {
      const place = await enterCompany(sql, step.accountId, companyId)
      if (!place)
        throw failure('missing', 'This is no company of yours: choose one of the list', { field: 'company_id' })
      return place
    })
  })
}
