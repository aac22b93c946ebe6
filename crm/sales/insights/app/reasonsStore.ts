import type { Fragment } from '@portico/kit/database/sql'
import { maySee } from '../../../base/access/visibility.ts'
import type { Crm } from '../../../base/api/context.ts'
import { rowLimit } from '../../../base/lists/limit.ts'

/** The reasons that most of the deals were lost for which `where` selects from `crm.deal d`, the most frequent first. */
export async function frequentReasons({ sql, actor }: Crm, where: Fragment, most: number): Promise<string[]> {
  const rows = await sql<{ lost_reason: string }[]>`
    select d.lost_reason from crm.deal d
    where d.company_id = ${actor.companyId} and d.lost_reason <> '' and ${where} and ${maySee(actor, 'deal', 'd')}
    group by d.lost_reason order by count(*) desc, d.lost_reason limit ${rowLimit(most)}`
  return rows.map(row => row.lost_reason)
}
