import { failure } from '@portico/kit/api/failure'
import { type Fragment, fragment } from '@portico/kit/database/sql'
import { maySee, type SeenEntity } from '../access/visibility.ts'
import type { Crm } from '../api/context.ts'
import { sawRecord } from '../changes/unlocked.ts'

/** How an operation gets hold of one record of a kind. A record that the caller may not see is missing. */
export interface RecordStore<Row, Id> {
  /** The record, locked for the rest of the transaction, or remembered as it is: see `unlocked.ts`. */
  lock: (crm: Crm, id: Id) => Promise<Row>
  /** The same for a change, which a deleted record does not take. */
  lockLive: (crm: Crm, id: Id) => Promise<Row>
  /** Only whether it is there. */
  require: (crm: Crm, id: Id) => Promise<void>
}

/** `shown` leaves records out altogether; it refers to the table as `r`. */
export function recordStore<Row extends { is_deleted: boolean; version: number }, Id extends number | string = number>(
  entity: SeenEntity,
  shown: Fragment = fragment``,
): RecordStore<Row, Id> {
  const from = fragment`from crm.${fragment(entity)} r`
  const missing = `${entity.charAt(0).toUpperCase()}${entity.slice(1)} not found`

  async function lock(crm: Crm, id: Id): Promise<Row> {
    const record =
      crm.gather && typeof id === 'number'
        ? await crm.gather.call(`lock ${entity}`, id, ids => lockSeveral(crm, ids))
        : await lockOne(crm, id)
    if (!record) throw failure('missing', missing)
    if (crm.unlocked) sawRecord(crm.unlocked, entity, id, record)
    return record
  }

  async function lockOne({ sql, actor, unlocked }: Crm, id: Id): Promise<Row | undefined> {
    const [record] = await sql<Row[]>`
      select r.* ${from}
      where r.company_id = ${actor.companyId} and r.id = ${id} ${shown} and ${maySee(actor, entity, 'r')}
      ${unlocked ? fragment`` : fragment`for update of r`}`
    return record
  }

  async function lockSeveral({ sql, actor }: Crm, ids: readonly number[]): Promise<(Row | undefined)[]> {
    const records = await sql<(Row & { id: number })[]>`
      select r.* ${from}
      where r.company_id = ${actor.companyId} and r.id = any(${ids}::bigint[]) ${shown} and ${maySee(actor, entity, 'r')}
      order by r.id for update of r`
    const byId = new Map(records.map(record => [record.id, record]))
    return ids.map(id => byId.get(id))
  }

  async function lockLive(crm: Crm, id: Id): Promise<Row> {
    const record = await lock(crm, id)
    if (record.is_deleted) throw failure('gone', `The ${entity} is deleted`)
    return record
  }

  async function require({ sql, actor }: Crm, id: Id): Promise<void> {
    const [record] = await sql`
      select ${from}
      where r.company_id = ${actor.companyId} and r.id = ${id} ${shown} and ${maySee(actor, entity, 'r')}`
    if (!record) throw failure('missing', missing)
  }

  return { lock, lockLive, require }
}
