import { failure } from '@portico/kit/api/failure'
import { violates } from '@portico/kit/database/errors'
import type { App, Right } from '../../base/access/rights.ts'
import type { Crm } from '../../base/api/context.ts'
import type { Author } from '../../base/changes/author.ts'

export type SetType = 'admin' | 'manager' | 'regular' | 'custom'

export interface PermissionSetRow {
  id: string
  name: string
  description: string
  app: App
  type: SetType
  assignment_count: number
  contents: Right[]
}

export async function listSets({ sql, actor }: Author, which: { id?: string; app?: string } = {}) {
  return sql<PermissionSetRow[]>`
    select s.id, s.name, s.description, s.app, s.type, coalesce(a.count, 0)::int as assignment_count, s.contents
    from crm.permission_set s
    left join (
      select a.permission_set_id, count(*) as count from crm.permission_assignment a
      join crm.app_user u on u.company_id = a.company_id and u.id = a.user_id
      where a.company_id = ${actor.companyId} and not u.is_deleted group by a.permission_set_id
    ) a on a.permission_set_id = s.id
    where s.company_id = ${actor.companyId}
      ${which.id ? sql`and s.id = ${which.id}` : sql``} ${which.app ? sql`and s.app = ${which.app}` : sql``}
    order by s.app, s.add_time, s.name`
}

export async function findSet(crm: Crm, id: string): Promise<PermissionSetRow> {
  const [set] = await listSets(crm, { id })
  if (!set) throw failure('missing', 'Permission set not found')
  return set
}

export type SetValues = Pick<PermissionSetRow, 'name' | 'description' | 'contents'>

export async function insertSet({ sql, actor, now }: Crm, app: App, values: SetValues): Promise<string> {
  const { name, description, contents } = values
  const [added] = await withOwnName(
    name,
    sql<{ id: string }[]>`
      insert into crm.permission_set (company_id, app, type, name, description, contents, add_time, update_time)
      values (${actor.companyId}, ${app}, 'custom', ${name}, ${description}, ${contents}, ${now}, ${now}) returning id`,
  )
  if (!added) throw new Error('adding a permission set returned nothing')
  return added.id
}

export async function storeSet({ sql, actor, now }: Crm, id: string, values: SetValues): Promise<void> {
  const { name, description, contents } = values
  await withOwnName(
    name,
    sql`
      update crm.permission_set
      set name = ${name}, description = ${description}, contents = ${contents}, update_time = ${now}
      where company_id = ${actor.companyId} and id = ${id}`,
  )
}

async function withOwnName<T>(name: string, writing: PromiseLike<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    if (!violates(error)) throw error
    throw failure('conflict', `This app has a permission set with the name ${name} already`, { field: 'name' })
  }
}

export async function dropSet({ sql, actor }: Crm, id: string): Promise<void> {
  await sql`delete from crm.permission_set where company_id = ${actor.companyId} and id = ${id}`
}
