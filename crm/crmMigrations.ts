import type { Migrations } from '@portico/kit/database/migrate'
import { packageFolder } from '@portico/kit/files/packageFolder'
import { referenceRatesStep } from './company/currencies/referenceStore.ts'
import { systemFieldsStep } from './company/fields/systemFieldsStore.ts'
import { permissionSetsStep } from './company/permissionSets/firstSetsStore.ts'
import { tablePlacement } from './tablePlacement.ts'
import { firstBoardsStep } from './work/projectBoards/firstBoardStore.ts'

/** Beside `openCrm.ts`: a command asks what the database lacks and must not load every operation for it. */
export const crmMigrations: Migrations = {
  owner: 'crm',
  folder: packageFolder(import.meta.url, 'migrations'),
  steps: [permissionSetsStep, systemFieldsStep, firstBoardsStep, referenceRatesStep],
  placement: tablePlacement,
}
