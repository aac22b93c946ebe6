import { failure } from '@portico/kit/api/failure'
import type { Row } from '@portico/kit/database/sql'
import { maySee } from '../../base/access/visibility.ts'
import type { Crm } from '../../base/api/context.ts'
import { logChange } from '../../base/changes/logStore.ts'
import { copyRows } from '../../base/records/copyRowsStore.ts'
import { doesNotExist } from '../../base/records/doesNotExist.ts'
import type { Link } from '../../base/records/lifecycle.ts'

export type MergedEntity = 'deal' | 'person' | 'organization'

export async function lockBoth({ sql, actor }: Crm, entity: MergedEntity, id: number, into: number) {
  // In the order of their ids, so that two merges of the same pair wait for each other instead of deadlocking.
  const rows = await sql<Row[]>`
    select r.* from crm.${sql(entity)} r
    where r.company_id = ${actor.companyId} and r.id = any(${[id, into]}::bigint[]) and not r.is_deleted and ${maySee(actor, entity, 'r')}
    order by r.id for update`
  const merged = rows.find(row => row.id === id)
  const survivor = rows.find(row => row.id === into)
  if (!merged) throw failure('missing', `${entity[0]?.toUpperCase()}${entity.slice(1)} not found`)
  if (!survivor) throw doesNotExist('merge_with_id', into)
  return { merged, survivor }
}

export async function moveLinks(crm: Crm, { table, column, partner, moved }: Link, id: number, into: number) {
  const { sql, actor } = crm
  const twice = await sql<{ partner: number }[]>`
    select l.${sql(partner)} as partner from crm.${sql(table)} l
    join crm.${sql(table)} k on k.company_id = l.company_id and k.${sql(partner)} = l.${sql(partner)} and k.${sql(column)} = ${into}
    where l.company_id = ${actor.companyId} and l.${sql(column)} = ${id} for update of l`
  if (twice.length > 0)
    await sql`
      delete from crm.${sql(table)}
      where company_id = ${actor.companyId} and ${sql(column)} = ${id}
        and ${sql(partner)} = any(${twice.map(link => link.partner)}::bigint[])`
  const links = await sql<Row[]>`
    update crm.${sql(table)} set ${sql(column)} = ${into}
    where company_id = ${actor.companyId} and ${sql(column)} = ${id} returning *`
  if (moved) for (const link of links) await moved(crm, link, id)
}

export async function moveFollowers(crm: Crm, entity: MergedEntity, id: number, into: number) {
  const { sql, actor } = crm
  const moved = await copyRows<{ user_id: number }>(sql, {
    table: 'follower',
    companyId: actor.companyId,
    which: sql`r.entity = ${entity} and r.entity_id = ${id}`,
    kept: ['entity', 'user_id', 'add_time'],
    given: { entity_id: into },
  })
  await sql`delete from crm.follower where company_id = ${actor.companyId} and entity = ${entity} and entity_id = ${id}`
  for (const { user_id } of moved)
    await logChange(crm, `${entity}Follower`, into, 'added', { follower_user_id: user_id })
}
