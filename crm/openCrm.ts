import type { Database } from '@portico/kit/database'
import type { FileStore } from '@portico/kit/files/fileStore'
import type { Migrations } from '@portico/kit/migrate'
import { packageFolder } from '@portico/kit/packageFolder'
import type { Product } from '@portico/kit/product'
import { serveApi } from '@portico/kit/serveApi'
import { openSignIn } from './access/signIn.ts'
import type { CrmServices } from './api/context.ts'
import { crmApis } from './api/crmApi.ts'
import { noRateLimit, rateLimit } from './api/rateLimit.ts'
import { openFieldCatalog } from './fields/catalog.ts'

export const crmMigrations: Migrations = { owner: 'crm', folder: packageFolder(import.meta.url, 'migrations') }

export interface CrmOptions {
  database: Database
  files: FileStore
  /** Public origin, without a slash at the end. */
  origin: string
  rateLimit: boolean
}

/** The CRM, ready to be served. */
export async function openCrm({ database, files, origin, rateLimit: limited }: CrmOptions): Promise<Product> {
  const services: CrmServices = {
    database,
    files,
    origin,
    signIn: await openSignIn(database),
    fields: await openFieldCatalog(database),
    mailboxOf: (actor, record = '') => `${actor.companyDomain}${record && `+${record}`}@${new URL(origin).hostname}`,
  }
  const apis = crmApis(services, limited ? rateLimit() : noRateLimit)
  return { name: 'crm', apis: apis.map(api => serveApi(api)), tasks: {}, timetable: [] }
}
