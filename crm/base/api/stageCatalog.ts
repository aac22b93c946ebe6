import type { Sql } from '@portico/kit/database/sql'

/** A stage that deals can go to: neither it nor its pipeline is deleted. */
export interface OpenStage {
  id: number
  pipeline_id: number
}

export interface StageCatalog {
  /** In the order of pipelines and stages. */
  of(sql: Sql, companyId: number): Promise<readonly OpenStage[]>
  forget(companyId: number): void
}
