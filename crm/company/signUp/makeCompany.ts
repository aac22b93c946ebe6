import { checkPasswordRule, hashPassword } from '@portico/kit/access/password'
import type { Call } from '@portico/kit/api/api'
import { failure } from '@portico/kit/api/failure'
import { writeAudit } from '../../base/access/auditStore.ts'
import type { CrmServices } from '../../base/api/context.ts'
import { createCompany } from '../companies/createCompany.ts'
import { giveFirstPassword } from '../users/firstPassword.ts'
import { domainOf, freeDomain } from './rules.ts'
import { findSignUp, holdDomainsLike, type SignUp, takeSignUp } from './store.ts'

/** What a link asks for. Looking changes nothing: mail programs open links by themselves. */
export async function checkSignUpLink(
  services: CrmServices,
  call: Call,
  link: string,
): Promise<SignUp & { hasPassword: boolean }> {
  const attempt = await services.throttle.attempt(call, 'link')
  const found = await services.database.read(sql => findSignUp(sql, link))
  if (!found) throw linkIsOver()
  await attempt.succeeded()
  return found
}

/** Makes the company of a link and its owner, who gets this password unless they have one on this server. */
export async function makeCompany(
  services: CrmServices,
  call: Call,
  given: { link: string; password: string },
): Promise<void> {
  const asked = await checkSignUpLink(services, call, given.link)
  if (!asked.hasPassword) checkPasswordRule(given.password)
  const passwordHash = asked.hasPassword ? undefined : await hashPassword(given.password)
  await services.database.write(async sql => {
    if (!(await takeSignUp(sql, given.link))) throw linkIsOver()
    const wanted = domainOf(asked.company)
    const domain = freeDomain(wanted, await holdDomainsLike(sql, wanted))
    const owner = { name: asked.name, email: asked.email }
    const { companyId, ownerId } = await createCompany(sql, { name: asked.company, domain, owner })
    const actor = { companyId, userId: ownerId, source: 'app' as const, credential: '' }
    // The address is theirs: they have opened the mail.
    if (passwordHash)
      await giveFirstPassword({ sql, services, now: call.receivedAt, call, actor }, ownerId, passwordHash)
    const address = services.clientNetwork(call)
    await writeAudit(sql, { companyId, userId: ownerId, action: 'company_changed', subject: companyId, address })
  })
}

function linkIsOver() {
  return failure('gone', 'This link was used already or is too old: sign up again')
}
