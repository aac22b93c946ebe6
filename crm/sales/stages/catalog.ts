import type { Database } from '@portico/kit/database/database'
import { openMemory } from '@portico/kit/database/memory'
import type { Sql } from '@portico/kit/database/sql'
import type { OpenStage, StageCatalog } from '../../base/api/stageCatalog.ts'

/** Told by the database when stages or pipelines of a company change. */
const STAGES_CHANNEL = 'crm_stages'

/** Every new deal asks for its stage: remembered until the database says otherwise. */
export async function openStageCatalog(database: Database): Promise<StageCatalog> {
  const memory = await openMemory<readonly OpenStage[]>(database, STAGES_CHANNEL)
  return {
    forget: memory.forget,
    of: (sql, companyId) => memory.recall(companyId, 'stages', () => openStages(sql, companyId)),
  }
}

async function openStages(sql: Sql, companyId: number): Promise<readonly OpenStage[]> {
  return sql<OpenStage[]>`
    select s.id, s.pipeline_id from crm.stage s
    join crm.pipeline p on p.company_id = s.company_id and p.id = s.pipeline_id
    where s.company_id = ${companyId} and not s.is_deleted and not p.is_deleted
    order by p.order_nr, s.order_nr, s.id`
}
