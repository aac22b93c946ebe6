import type { Call } from '@portico/kit/api/api'
import type { Sql } from '@portico/kit/database/sql'
import type { CrmServices } from '../../base/api/context.ts'
import { beginSession, type ShownFactor } from './beginSession.ts'
import { stepCookie } from './cookies.ts'
import { insertCodeStep } from './stepStore.ts'

/** What follows the first step: a session, or a step that waits for the code. */
export interface SignInOutcome {
  cookie: string
  asksForCode: boolean
}

interface Account {
  id: number
  passwordTime: string
  asksForCode: boolean
}

/** No session before the second step. */
export async function enterWith(
  sql: Sql,
  services: CrmServices,
  call: Call,
  account: Account,
  shown: ShownFactor,
): Promise<SignInOutcome> {
  const { asksForCode } = account
  const cookie = asksForCode
    ? stepCookie(await insertCodeStep(sql, account), services.origin)
    : await beginSession(sql, services, call, account, shown)
  return { cookie, asksForCode }
}
