import { maySee } from '../../../base/access/visibility.ts'
import type { Crm } from '../../../base/api/context.ts'
import type { WireRowV1 } from '../../../base/records/v1/wire.ts'
import { projectColumnsV1 } from './wire.ts'

export async function findProjectV1({ sql, actor }: Crm, id: number): Promise<WireRowV1 | undefined> {
  const [project] = await sql<WireRowV1[]>`
    select (select row_to_json(r) from (select ${projectColumnsV1()}) r)::text as wire, p.custom::text as custom, p.version
    from crm.project p
    where p.company_id = ${actor.companyId} and p.id = ${id} and ${maySee(actor, 'project', 'p')}`
  return project
}
