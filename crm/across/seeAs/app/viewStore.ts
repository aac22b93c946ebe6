import type { Actor } from '../../../base/access/actor.ts'
import { andMaySeePipeline, maySee, type OwnedEntity } from '../../../base/access/visibility.ts'
import type { Crm } from '../../../base/api/context.ts'

export interface SeenKind {
  /** All of the kind, and those that somebody sees. */
  total: number
  visible: number
  latest: { id: string; name: string }[]
}

/** What a kind of record, called by its column `name`, is in somebody's eyes. */
export async function seenOfKind(
  { sql, actor }: Crm,
  eyes: Actor,
  table: OwnedEntity,
  name: string,
  latest: number,
): Promise<SeenKind> {
  const seen = maySee(eyes, table, 't')
  const [counts] = await sql<{ total: number; visible: number }[]>`
    select count(*)::int as total, (count(*) filter (where ${seen}))::int as visible from crm.${sql(table)} t
    where t.company_id = ${actor.companyId} and not t.is_deleted`
  const records = await sql<{ id: string; name: string }[]>`
    select t.id::text as id, t.${sql(name)} as name from crm.${sql(table)} t
    where t.company_id = ${actor.companyId} and not t.is_deleted and ${seen} order by t.add_time desc, t.id desc limit ${latest}`
  return { total: counts?.total ?? 0, visible: counts?.visible ?? 0, latest: [...records] }
}

export async function pipelinesSeenBy({ sql, actor }: Crm, eyes: Actor): Promise<{ id: number; name: string }[]> {
  return sql<{ id: number; name: string }[]>`
    select p.id, p.name from crm.pipeline p where p.company_id = ${actor.companyId} and not p.is_deleted
      ${andMaySeePipeline(eyes, 'p.id')} order by p.order_nr, p.id`
}
