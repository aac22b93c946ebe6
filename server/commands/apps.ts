import { createApp } from '@portico/crm/company/oauth/createApp'
import type { Config } from '../config/readConfig.ts'
import { keepSecret } from '../start/dataDirectory.ts'
import { checkName } from './checkOption.ts'
import { companyOf } from './companyOf.ts'
import { withDatabase } from './withDatabase.ts'

export interface AppOptions {
  name: string
  redirectUri: string
  scopes: string
  company?: string
}

export async function createAppCommand(config: Config, options: AppOptions): Promise<void> {
  checkName('--name', options.name)
  const scopes = options.scopes.split(/[\s,]+/).filter(Boolean)
  const made = await withDatabase(config, async sql => {
    const company = await companyOf(sql, options.company)
    const secret = config.secrets[0] ?? (await keepSecret(config.dataDirectory))
    return createApp(
      sql,
      { companyId: company.id, name: options.name, redirectUri: options.redirectUri, scopes },
      secret,
    )
  })
  console.log(
    `client id      ${made.clientId}\nclient secret  ${made.clientSecret}\nscopes         ${made.scopes.join(' ')}`,
  )
}
