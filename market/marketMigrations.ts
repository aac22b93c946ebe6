import type { Migrations } from '@portico/kit/migrate'
import { packageFolder } from '@portico/kit/packageFolder'

export const marketMigrations: Migrations = { owner: 'market', folder: packageFolder(import.meta.url, 'migrations') }
