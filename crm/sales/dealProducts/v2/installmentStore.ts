import { failure } from '@portico/kit/api/failure'
import { type Fragment, fragment } from '@portico/kit/database/sql'
import { maySee } from '../../../base/access/visibility.ts'
import type { Crm } from '../../../base/api/context.ts'
import type { Keyset, ListRow } from '../../../base/lists/cursor.ts'
import { rowLimit } from '../../../base/lists/limit.ts'
import { requireMatch, type WireRow } from '../../../base/records/version.ts'
import { installmentColumns } from './wire.ts'

/** The JSON text of `crm.deal_installment i`. */
const wire: Fragment = fragment`(select row_to_json(r) from (select ${installmentColumns}) r)::text`

/** One page of the installments of deals the caller may see. */
export async function listInstallments(
  { sql, actor }: Crm,
  dealIds: readonly number[],
  page: Keyset,
  limit: number,
): Promise<ListRow[]> {
  return sql<ListRow[]>`
    select ${wire} as wire, i.id, ${page.sortKey} as sort_key
    from crm.deal_installment i join crm.deal d on d.company_id = i.company_id and d.id = i.deal_id
    where i.company_id = ${actor.companyId} and i.deal_id = any(${dealIds}::bigint[]) and ${maySee(actor, 'deal', 'd')}
      and ${page.after}
    order by ${page.orderBy} limit ${rowLimit(limit + 1)}`
}

export async function findInstallment({ sql, actor }: Crm, dealId: number, id: number): Promise<WireRow | undefined> {
  const [row] = await sql<WireRow[]>`
    select ${wire} as wire, i.version from crm.deal_installment i
    where i.company_id = ${actor.companyId} and i.deal_id = ${dealId} and i.id = ${id}`
  return row
}

/** Refuses a change of an installment that is not there, or not as the caller thinks. */
export async function requireInstallment(crm: Crm, dealId: number, id: number): Promise<void> {
  const { sql, actor } = crm
  const [there] = await sql<{ version: number }[]>`
    select version from crm.deal_installment
    where company_id = ${actor.companyId} and deal_id = ${dealId} and id = ${id}`
  if (!there) throw failure('missing', 'Installment not found')
  requireMatch(crm, there.version)
}
