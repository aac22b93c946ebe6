import { openLog } from '@portico/kit/log/log'
import { expect } from 'vitest'
import type { CrmServices } from '../base/api/context.ts'
import { openSettledLog } from '../base/changes/settledSeq.ts'
import { openFieldCatalog } from '../base/fields/catalog.ts'
import { openStageCatalog } from '../sales/stages/catalog.ts'
import type { TestCrm, TestUser } from './startTestCrm.ts'

/** The services that the job of long changes needs, of a process of its own. */
export async function longChangeServices(crm: TestCrm): Promise<CrmServices> {
  return {
    database: crm.database,
    files: crm.files,
    fields: await openFieldCatalog(crm.database),
    stages: await openStageCatalog(crm.database),
    settledLog: openSettledLog(crm.database),
    origin: crm.origin,
    calls: { begun: 0 },
    logReader: { wake() {} },
    log: { ...openLog('error'), error() {} },
  } as unknown as CrmServices
}

/** How a bulk change or an import stands once nobody works on it any more. */
export async function longChangeEnded(user: TestUser, of: 'bulk' | 'imports', id: number) {
  const shown = async () => (await user.call('GET', `/app/api/${of}/${id}`)).body.data
  await expect.poll(async () => (await shown()).state).not.toMatch(/^(waiting|running|undoing)$/)
  return shown()
}
