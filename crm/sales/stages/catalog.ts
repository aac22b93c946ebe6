import type { Database } from '@portico/kit/database/database'
import { openMemory } from '@portico/kit/database/memory'
import type { OpenStage, StageCatalog } from '../../base/api/stageCatalog.ts'
import { openStages } from './store.ts'

/** Told by the database when stages or pipelines of a company change. */
const STAGES_CHANNEL = 'crm_stages'

/** Every new deal asks for its stage: remembered until the database says otherwise. */
export async function openStageCatalog(database: Database): Promise<StageCatalog> {
  const memory = await openMemory<readonly OpenStage[]>(database, STAGES_CHANNEL)
  return {
    forget: memory.forget,
    of: (sql, companyId) => memory.recall(sql, companyId, 'stages', on => openStages(on, companyId)),
  }
}
