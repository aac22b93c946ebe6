import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import { maySee, type VisibleEntity } from '../../base/access/visibility.ts'
import type { Crm } from '../../base/api/context.ts'

/** `where` refers to the table as `r`. */
export async function findMatching(crm: Crm, entity: VisibleEntity, where: Fragment): Promise<number[]> {
  const { actor } = crm
  const rows = await crm.sql<{ id: number }[]>`
    select r.id from crm.${sql(entity)} r
    where r.company_id = ${actor.companyId} and not r.is_deleted and ${where} and ${maySee(actor, entity, 'r')}
    order by r.id limit 2`
  return rows.map(row => row.id)
}

/** Two upserts of the same new key must not both add it: a company's upserts of one kind go one after another. */
export async function waitForOthers(crm: Crm, entity: VisibleEntity): Promise<void> {
  await crm.sql`select pg_advisory_xact_lock(hashtextextended(${`upsert/${crm.actor.companyId}/${entity}`}, 0))`
}

/** A part of the transaction that can be undone alone: begun, and then kept or undone. */
export async function beginItem(crm: Crm): Promise<void> {
  await crm.sql`savepoint item`
}

export async function keepItem(crm: Crm): Promise<void> {
  await crm.sql`release savepoint item`
}

export async function undoItem(crm: Crm): Promise<void> {
  await crm.sql`rollback to savepoint item`
  await keepItem(crm)
}
