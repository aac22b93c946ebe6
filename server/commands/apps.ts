import { auditCall } from '@portico/crm/base/access/auditStore'
import { commandLine } from '@portico/crm/base/changes/author'
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
  const { name, redirectUri } = options
  const made = await withDatabase(config, async client => {
    const { id: companyId } = await companyOf(client, options.company)
    const secret = config.secrets[0] ?? (await keepSecret(config.dataDirectory))
    return client.begin(async sql => {
      const app = await createApp(sql, { companyId, name, redirectUri, scopes }, secret)
      await auditCall(commandLine(sql, companyId), 'app_created', app.id, { name, redirect_uri: redirectUri, scopes })
      return app
    })
  })
  console.log(
    `client id      ${made.clientId}\nclient secret  ${made.clientSecret}\nscopes         ${made.scopes.join(' ')}`,
  )
}
