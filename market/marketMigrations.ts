import type { Migrations } from '@portico/kit/database/migrate'
import { packageFolder } from '@portico/kit/files/packageFolder'

export const marketMigrations: Migrations = { owner: 'market', folder: packageFolder(import.meta.url, 'migrations') }
