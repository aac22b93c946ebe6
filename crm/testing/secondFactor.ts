import { sealSecret } from '@portico/kit/access/sealedSecret'
import { digestOf } from '../base/access/apiToken.ts'
import { fromBase32, totpCode } from '../company/signIn/totp.ts'
import type { TestPerson } from './people.ts'
import { TEST_SECRET, type TestCrm } from './startTestCrm.ts'

export const TOTP_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

/** The code of now, or of so many steps later. */
export function codeOfNow(secret = TOTP_SECRET, stepsLater = 0): string {
  return totpCode(fromBase32(secret), Math.floor(Date.now() / 30_000) + stepsLater)
}

/** Turns the second factor on, with one recovery code. */
export async function withSecondFactor(crm: TestCrm, person: TestPerson): Promise<{ recoveryCode: string }> {
  const sealed = sealSecret(TOTP_SECRET, 'crm second factor', TEST_SECRET)
  await crm.sql`update crm.account set totp_sealed = ${sealed}, totp_since = now() where id = ${person.accountId}`
  const recoveryCode = 'abcd-efgh-ijkl-mnop'
  await crm.sql`insert into crm.recovery_code values (${person.accountId}, ${digestOf('abcdefghijklmnop')})`
  return { recoveryCode }
}
