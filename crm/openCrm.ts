import type { Database } from '@portico/kit/database'
import type { Migrations } from '@portico/kit/migrate'
import { packageFolder } from '@portico/kit/packageFolder'
import type { Product } from '@portico/kit/product'
import { serveApi } from '@portico/kit/serveApi'
import { openSignIn } from './access/signIn.ts'
import { crmApis } from './api/crmApi.ts'
import { noRateLimit, rateLimit } from './api/rateLimit.ts'

export const crmMigrations: Migrations = { owner: 'crm', folder: packageFolder(import.meta.url, 'migrations') }

export interface CrmOptions {
  database: Database
  /** Public origin, without a slash at the end. */
  origin: string
  rateLimit: boolean
}

/** The CRM, ready to be served. */
export async function openCrm({ database, origin, rateLimit: limited }: CrmOptions): Promise<Product> {
  const services = { database, origin, signIn: await openSignIn(database) }
  const apis = crmApis(services, limited ? rateLimit() : noRateLimit)
  return { name: 'crm', apis: apis.map(api => serveApi(api)), tasks: {}, timetable: [] }
}
