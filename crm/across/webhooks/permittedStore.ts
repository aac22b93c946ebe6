import type { OwnedEntity } from '../../base/access/visibility.ts'
import type { Crm } from '../../base/api/context.ts'

/** The people of a company, as far as it decides what they see. */
export interface People {
  users: readonly { id: number; role_id: number; is_admin: boolean; active: boolean }[]
  /** Groups with those above them. */
  parents: ReadonlyMap<number, number | null>
  /** `role/pipeline` where people of a role do not see a pipeline. */
  hidden: ReadonlySet<string>
}

export async function readPeople({ sql, actor }: Crm): Promise<People> {
  const [users, roles, hidden] = await Promise.all([
    sql<{ id: number; role_id: number; is_admin: boolean; active: boolean }[]>`
      select id, role_id, is_admin, active and not is_deleted as active from crm.app_user
      where company_id = ${actor.companyId} order by id`,
    sql<{ id: number; parent_id: number | null }[]>`
      select id, parent_id from crm.role where company_id = ${actor.companyId}`,
    sql<{ place: string }[]>`
      select role_id || '/' || pipeline_id as place from crm.role_hidden_pipeline where company_id = ${actor.companyId}`,
  ])
  return {
    users,
    parents: new Map(roles.map(role => [role.id, role.parent_id])),
    hidden: new Set(hidden.map(row => row.place)),
  }
}

/** A record with an owner and a visibility, and its followers. */
export interface Guarded {
  id: number | string
  owner_id: number
  visible_to: number
  pipeline_id: number | null
  followers: number[]
}

/** Records of a kind as they are now, by their ids. */
export async function guardedRecords(
  { sql, actor }: Crm,
  entity: OwnedEntity,
  ids: readonly (number | string)[],
): Promise<ReadonlyMap<number | string, Guarded>> {
  const rows = await sql<Guarded[]>`
    select r.id, r.owner_id, r.visible_to, ${entity === 'deal' ? sql`r.pipeline_id` : sql`null::bigint`} as pipeline_id,
      ${
        entity === 'lead'
          ? sql`'{}'::bigint[]`
          : sql`array(select f.user_id from crm.follower f
              where f.company_id = r.company_id and f.entity = ${entity} and f.entity_id = r.id)`
      } as followers
    from crm.${sql(entity)} r
    where r.company_id = ${actor.companyId} and r.id = any(${ids}::${entity === 'lead' ? sql`uuid[]` : sql`bigint[]`})`
  return new Map(rows.map(row => [row.id, row]))
}
