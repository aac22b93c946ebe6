import { failure } from '@portico/kit/api/failure'
import type { Crm } from '../api/context.ts'
import { maySee, type OwnedEntity } from './visibility.ts'

/** The ids of all users who may see a record: the visibility rule, asked from the record's side. */
export async function permittedUsers({ sql, actor }: Crm, entity: OwnedEntity, id: number | string): Promise<number[]> {
  const rows = await sql<{ id: number | null }[]>`
    with recursive record as (
      select r.owner_id, r.visible_to, o.role_id ${entity === 'deal' ? sql`, r.pipeline_id` : sql``} from crm.${sql(entity)} r
      join crm.app_user o on o.company_id = r.company_id and o.id = r.owner_id
      where r.company_id = ${actor.companyId} and r.id = ${id} and ${maySee(actor, entity, 'r')}
    ), above as (
      select p.parent_id as id from crm.role p join record on p.id = record.role_id where p.company_id = ${actor.companyId}
      union
      select p.parent_id from crm.role p join above on p.id = above.id where p.company_id = ${actor.companyId}
    ), below as (
      select p.id from crm.role p join record on p.parent_id = record.role_id where p.company_id = ${actor.companyId}
      union
      select p.id from crm.role p join below on p.parent_id = below.id where p.company_id = ${actor.companyId}
    )
    select u.id from record
    left join crm.app_user u on u.company_id = ${actor.companyId} and u.active and not u.is_deleted and (
      u.is_admin or record.visible_to = 7 or u.id = record.owner_id
      or u.role_id in (select id from above)
      or (record.visible_to in (3, 5) and u.role_id = record.role_id)
      or (record.visible_to = 5 and u.role_id in (select id from below))
      ${
        entity === 'lead'
          ? sql``
          : sql`or exists (select from crm.follower f where f.company_id = u.company_id and f.user_id = u.id
              and f.entity = ${entity} and f.entity_id = ${id})`
      })
      ${
        entity === 'deal'
          ? sql`and (u.is_admin or not exists (select from crm.role_hidden_pipeline h
              where h.company_id = u.company_id and h.role_id = u.role_id and h.pipeline_id = record.pipeline_id))`
          : sql``
      }
    order by u.id`
  if (rows.length === 0) throw failure('missing', `${entity[0]?.toUpperCase()}${entity.slice(1)} not found`)
  return rows.flatMap(row => row.id ?? [])
}
