import { copyCompany } from '@portico/crm/across/sandbox/copyCompany'
import { auditCall } from '@portico/crm/base/access/auditStore'
import { commandLine } from '@portico/crm/base/changes/author'
import { closeCompany, reopenCompany } from '@portico/crm/company/companies/removalStore'
import { REMOVE_COMPANIES } from '@portico/crm/company/companies/removeCompanies'
import {
  addCompanyOnServer,
  type CompanyOnServer,
  listCompaniesOnServer,
} from '@portico/crm/company/companies/serverStore'
import { giveFirstPassword } from '@portico/crm/company/users/firstPassword'
import { hashPassword } from '@portico/kit/access/password'
import { connect } from '@portico/kit/database/connect'
import { addJob } from '@portico/kit/jobs/jobs'
import { problem } from '../config/problem.ts'
import type { Config } from '../config/readConfig.ts'
import { newPassword } from '../start/firstOwner.ts'
import { checkEmail, checkName } from './checkOption.ts'
import { companyOf } from './companyOf.ts'
import { minuteOf, tableOf } from './table.ts'
import { withDatabase } from './withDatabase.ts'

export interface CompanyOptions {
  name: string
  domain: string
  owner: string
  currency?: string
}

/** Prints the password of the owner when it made one, and nothing else: who has an account here keeps it. */
export async function addCompanyCommand(config: Config, options: CompanyOptions): Promise<void> {
  const { name, domain, owner: email } = options
  checkName('--name', name)
  checkDomain(domain)
  checkEmail('--owner', email)
  const currency = options.currency === undefined ? {} : { currency: options.currency.toUpperCase() }
  const password = newPassword()
  const passwordHash = await hashPassword(password)
  const isNew = await withDatabase(config, client =>
    client.begin(async sql => {
      const owner = { name: email.split('@')[0] ?? email, email }
      const { companyId, ownerId } = await addCompanyOnServer(sql, { name, domain, owner, ...currency })
      return giveFirstPassword(commandLine(sql, companyId), ownerId, passwordHash)
    }),
  )
  console.error(`${name} is there; ${email} owns it${isNew ? '' : ' and signs in with the password they have'}`)
  if (isNew) console.log(password)
}

/** The short name stands in addresses of mail. */
function checkDomain(domain: string, option = '--domain') {
  if (!/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(domain))
    throw problem(`${option}: up to 63 small letters, digits and hyphens, such as acme-labs`)
}

/** Prints a token for the copy, and nothing else. */
export async function copyCompanyCommand(config: Config, { as, company }: { as: string; company?: string }) {
  checkDomain(as, '--as')
  const begun = performance.now()
  const copy = await withDatabase(config, async (sql, url, column) =>
    copyCompany(() => connect(url, { distributedBy: column }), await companyOf(sql, company), { domain: as }),
  )
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  console.error(
    `${as} is there: ${copy.rows} rows in ${seconds} s. ${copy.owner} owns it; no mail and no webhooks leave from it. Remove it with: portico company remove ${as} --days 0`,
  )
  console.log(copy.token)
}

export async function listCompaniesCommand(config: Config): Promise<void> {
  const companies = await withDatabase(config, sql => listCompaniesOnServer(sql))
  const rows = companies.map(company => [
    String(company.id),
    company.domain,
    company.name,
    company.plan,
    String(company.users),
    minuteOf(company.created),
    stateOf(company),
  ])
  console.log(tableOf(['ID', 'DOMAIN', 'NAME', 'PLAN', 'USERS', 'CREATED', 'STATE'], rows))
}

function stateOf({ removal, isSandbox, isWhole }: CompanyOnServer): string {
  if (!isWhole) return 'a copy that is being made, or removed'
  return removal ? `closed, removed ${minuteOf(removal)}` : isSandbox ? 'sandbox' : 'open'
}

const DAY_MS = 86_400_000

/** Running servers let nobody of it in from now on, and remove everything of it when the days are over. */
export async function removeCompanyCommand(config: Config, domain: string, { days }: { days: number }): Promise<void> {
  const removal = new Date(Date.now() + days * DAY_MS)
  await withDatabase(config, client =>
    client.begin(async sql => {
      const company = await companyOf(sql, domain)
      await closeCompany(sql, company.id, removal)
      await auditCall(commandLine(sql, company.id), 'company_changed', company.id, { removal })
      if (days === 0) await addJob(sql, REMOVE_COMPANIES, {}, { key: REMOVE_COMPANIES })
    }),
  )
  const when = days === 0 ? 'as soon as a server runs' : `on ${minuteOf(removal)} UTC`
  console.log(`${domain} is closed; everything of it is removed ${when}. Until then: portico company restore ${domain}`)
}

export async function restoreCompanyCommand(config: Config, domain: string): Promise<void> {
  await withDatabase(config, client =>
    client.begin(async sql => {
      const { id } = await companyOf(sql, domain)
      if (!(await reopenCompany(sql, id))) throw problem(`${domain} is not closed`)
      await auditCall(commandLine(sql, id), 'company_changed', id, { removal: null })
    }),
  )
  console.log(`${domain} is open again`)
}
