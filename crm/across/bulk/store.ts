import type { Fragment } from '@portico/kit/database/sql'
import { maySee } from '../../base/access/visibility.ts'
import type { Crm } from '../../base/api/context.ts'
import type { StandingRecord } from './actions.ts'
import type { BulkKind } from './kinds.ts'

/** Ids of the records that the caller may see, as `r`, in their order; one more than `most` when there are more. */
export async function selectIds(
  { sql, actor }: Crm,
  { name }: BulkKind,
  where: Fragment,
  most: number,
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select r.id::text as id from crm.${sql(name)} r
    where r.company_id = ${actor.companyId} and not r.is_deleted and ${maySee(actor, name, 'r')} and ${where}
    order by r.id limit ${most + 1}`
  return rows.map(row => row.id)
}

/** Those of a batch that are still there for the caller, locked in the order of their ids. */
export async function lockRecords(
  { sql, actor }: Crm,
  { name, hasLabels }: BulkKind,
  ids: readonly number[],
): Promise<StandingRecord[]> {
  return sql<StandingRecord[]>`
    select r.id, ${hasLabels ? sql`r.label_ids` : sql`'{}'::bigint[] as label_ids`} from crm.${sql(name)} r
    where r.company_id = ${actor.companyId} and r.id = any(${ids}::bigint[]) and not r.is_deleted
      and ${maySee(actor, name, 'r')} order by r.id for update of r`
}

/** Ids of leads that the caller may see, as `l`, in their order; one more than `most` when there are more. */
export async function selectLeadIds({ sql, actor }: Crm, where: Fragment, most: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select l.id::text as id from crm.lead l
    where l.company_id = ${actor.companyId} and not l.is_deleted and ${maySee(actor, 'lead', 'l')} and ${where}
    order by l.id limit ${most + 1}`
  return rows.map(row => row.id)
}

/** A lead of a batch; its labels have ids of their own kind. */
export interface StandingLead {
  id: string
  label_ids: readonly string[]
}

/** Those leads of a batch that are still there for the caller, locked in the order of their ids. */
export async function lockLeads({ sql, actor }: Crm, ids: readonly string[]): Promise<StandingLead[]> {
  return sql<StandingLead[]>`
    select l.id, l.label_ids from crm.lead l
    where l.company_id = ${actor.companyId} and l.id = any(${ids}::uuid[]) and not l.is_deleted
      and ${maySee(actor, 'lead', 'l')} order by l.id for update of l`
}
