import type { Sql } from '@portico/kit/database/sql'
import { digestOf } from '../../base/access/apiToken.ts'
import { newSessionSecret } from '../../base/access/session.ts'
import type { ShownFactor } from './shownFactor.ts'

export const STEP_MINUTES = 5
/** Wrong codes that one step takes; then the sign-in begins again. */
export const MOST_TRIES = 5

/** Waits for the code of somebody whose password was right; what the browser holds is given back. */
export async function insertCodeStep(sql: Sql, account: { id: number; passwordTime: string }): Promise<string> {
  const secret = newSessionSecret()
  await sql`
    insert into crm.sign_in_step (digest, kind, account_id, password_time, expires_time)
    values (${digestOf(secret)}, 'code', ${account.id}, ${account.passwordTime}::text::timestamptz,
      now() + make_interval(mins => ${STEP_MINUTES}))`
  return secret
}

/** Waits for the choice of a company, after everything was shown; what the browser holds is given back. */
export async function insertCompanyStep(
  sql: Sql,
  account: { id: number; passwordTime: string },
  shown: ShownFactor,
): Promise<string> {
  const secret = newSessionSecret()
  await sql`
    insert into crm.sign_in_step (digest, kind, account_id, password_time, shown, expires_time)
    values (${digestOf(secret)}, 'company', ${account.id}, ${account.passwordTime}::text::timestamptz, ${shown},
      now() + make_interval(mins => ${STEP_MINUTES}))`
  return secret
}

export interface CompanyStep {
  accountId: number
  passwordTime: string
  shown: ShownFactor
}

/** The step that waits for the choice of a company. */
export async function findCompanyStep(sql: Sql, digest: Uint8Array): Promise<CompanyStep | undefined> {
  const [step] = await sql<CompanyStep[]>`
    select a.id as "accountId", s.password_time::text as "passwordTime", s.shown
    from crm.sign_in_step s join crm.account a on a.id = s.account_id and a.password_time = s.password_time
    where s.digest = ${digest} and s.kind = 'company' and s.expires_time > now()`
  return step
}

export interface CodeStep {
  accountId: number
  email: string
  passwordTime: string
}

/** The step that waits for a code and has tries left. */
export async function findCodeStep(sql: Sql, digest: Uint8Array): Promise<CodeStep | undefined> {
  const [step] = await sql<CodeStep[]>`
    select a.id as "accountId", a.email, s.password_time::text as "passwordTime"
    from crm.sign_in_step s join crm.account a on a.id = s.account_id and a.password_time = s.password_time
    where s.digest = ${digest} and s.kind = 'code' and s.expires_time > now() and s.tries < ${MOST_TRIES}`
  return step
}

/** Counts a try before its code is looked at; false when none is left. */
export async function countTry(sql: Sql, digest: Uint8Array): Promise<boolean> {
  const [counted] = await sql`
    update crm.sign_in_step set tries = tries + 1
    where digest = ${digest} and kind = 'code' and expires_time > now() and tries < ${MOST_TRIES} returning digest`
  return counted !== undefined
}

/** Takes a step away; false when it was taken before or has run out. */
export async function takeStep(sql: Sql, digest: Uint8Array): Promise<boolean> {
  const [taken] = await sql`
    delete from crm.sign_in_step where digest = ${digest} and expires_time > now() returning digest`
  return taken !== undefined
}
