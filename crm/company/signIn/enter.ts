import type { Call } from '@portico/kit/api/api'
import type { Sql } from '@portico/kit/database/sql'
import type { CrmServices } from '../../base/api/context.ts'
import { beginSession } from './beginSession.ts'
import { stepCookie } from './cookies.ts'
import type { ShownFactor } from './shownFactor.ts'
import { insertCodeStep, insertCompanyStep } from './stepStore.ts'
import { enterLastCompany, hasToChoose } from './store.ts'

/** What follows a step: a session, or a step that waits for the code or for the choice of a company. */
export interface SignInOutcome {
  cookie: string
  leadsTo: 'session' | 'code' | 'company'
}

interface Account {
  id: number
  passwordTime: string
}

/** No session before the second step. */
export async function enterWith(
  sql: Sql,
  services: CrmServices,
  call: Call,
  account: Account & { asksForCode: boolean },
  shown: ShownFactor,
): Promise<SignInOutcome> {
  if (!account.asksForCode) return enterShown(sql, services, call, account, shown)
  return { cookie: stepCookie(await insertCodeStep(sql, account), services.origin), leadsTo: 'code' }
}

/** For somebody who has shown everything: a session in the company used last, or a choice where there is none. */
export async function enterShown(
  sql: Sql,
  services: CrmServices,
  call: Call,
  account: Account,
  shown: ShownFactor,
): Promise<SignInOutcome> {
  if (await hasToChoose(sql, account.id))
    return { cookie: stepCookie(await insertCompanyStep(sql, account, shown), services.origin), leadsTo: 'company' }
  const enter = () => enterLastCompany(sql, account.id, call.receivedAt)
  return { cookie: await beginSession(sql, services, call, account, shown, enter), leadsTo: 'session' }
}
