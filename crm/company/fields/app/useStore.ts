import type { Fragment } from '@portico/kit/database/sql'
import { maySee, type SeenEntity } from '../../../base/access/visibility.ts'
import type { Crm } from '../../../base/api/context.ts'

export interface OptionUse {
  id: number
  records: number
}

/** Records of a table that the caller may see and whose `value` (of the row `t`, as jsonb) is there. */
export async function countFilled({ sql, actor }: Crm, table: SeenEntity, value: Fragment): Promise<number> {
  const [found] = await sql<{ count: number }[]>`
    select count(*)::int as count from crm.${sql(table)} t
    where t.company_id = ${actor.companyId} and not t.is_deleted and ${value} not in ('null', '[]') and ${maySee(actor, table, 't')}`
  return found?.count ?? 0
}

/** The same for each option of a field: an option, or a list of them. */
export async function countOptions({ sql, actor }: Crm, table: SeenEntity, value: Fragment): Promise<OptionUse[]> {
  return sql<OptionUse[]>`
    select v.option::bigint as id, count(*)::int as records from crm.${sql(table)} t
    cross join lateral jsonb_array_elements_text(
      case when jsonb_typeof(${value}) = 'array' then ${value} else jsonb_build_array(${value}) end) v (option)
    where t.company_id = ${actor.companyId} and not t.is_deleted and ${value} not in ('null', '[]') and ${maySee(actor, table, 't')}
    group by v.option order by 1`
}
