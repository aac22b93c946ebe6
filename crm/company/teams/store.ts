import { failure } from '@portico/kit/api/failure'
import type { Fragment } from '@portico/kit/database/sql'
import type { Crm } from '../../base/api/context.ts'

export interface TeamRow {
  id: number
  name: string
  description: string | null
  manager_id: number
  users: number[]
  active_flag: number
  deleted_flag: number
  add_time: string
  created_by_user_id: number
}

export type TeamOrder = 'id' | 'name' | 'manager_id' | 'active_flag'

/** The teams of the company, or those a user is in. Deleted ones are not listed. */
export async function listTeams(crm: Crm, order: TeamOrder, userId?: number): Promise<TeamRow[]> {
  const { sql } = crm
  const ofUser = sql`exists (select from crm.team_member o
    where o.company_id = t.company_id and o.team_id = t.id and o.user_id = ${userId ?? 0})`
  const which = userId === undefined ? sql`not t.is_deleted` : sql`not t.is_deleted and ${ofUser}`
  return selectTeams(crm, which, sql(order))
}

export async function findTeam(crm: Crm, id: number): Promise<TeamRow> {
  const [team] = await selectTeams(crm, crm.sql`t.id = ${id}`, crm.sql('id'))
  if (!team) throw failure('missing', `Team ${id} does not exist`)
  return team
}

/** Two changes of one team come one after the other. */
export async function lockTeam(crm: Crm, id: number): Promise<TeamRow> {
  await crm.sql`select from crm.team where company_id = ${crm.actor.companyId} and id = ${id} for no key update`
  return findTeam(crm, id)
}

async function selectTeams({ sql, actor }: Crm, which: Fragment, order: Fragment): Promise<TeamRow[]> {
  return sql<TeamRow[]>`
    select * from (
      select t.id, t.name, t.description, t.manager_id, coalesce(m.users, '{}') as users, t.active::int as active_flag,
        t.is_deleted::int as deleted_flag, crm.time_v1(t.add_time) as add_time, t.created_by_user_id
      from crm.team t
      left join (select team_id, array_agg(user_id order by user_id) as users from crm.team_member
        where company_id = ${actor.companyId} group by team_id) m on m.team_id = t.id
      where t.company_id = ${actor.companyId} and ${which}
    ) w order by w.${order}, w.id`
}

/** The first of these who is no user of the company. */
export async function findStranger({ sql, actor }: Crm, ids: readonly number[]): Promise<number | undefined> {
  const users = await sql<{ id: number }[]>`
    select id from crm.app_user where company_id = ${actor.companyId} and id = any(${ids}::bigint[]) and not is_deleted`
  const known = new Set(users.map(user => user.id))
  return ids.find(id => !known.has(id))
}

export type TeamValues = Pick<TeamRow, 'name' | 'description' | 'manager_id' | 'active_flag' | 'deleted_flag'>

export async function insertTeam({ sql, actor, now }: Crm, values: TeamValues): Promise<number> {
  const { name, description, manager_id } = values
  const [added] = await sql<{ id: number }[]>`
    insert into crm.team (company_id, name, description, manager_id, created_by_user_id, add_time)
    values (${actor.companyId}, ${name}, ${description}, ${manager_id}, ${actor.userId}, ${now}) returning id`
  if (!added) throw new Error('adding a team returned nothing')
  return added.id
}

export async function storeTeam({ sql, actor }: Crm, id: number, values: TeamValues): Promise<void> {
  const { name, description, manager_id, active_flag, deleted_flag } = values
  await sql`
    update crm.team set name = ${name}, description = ${description}, manager_id = ${manager_id},
      active = ${active_flag === 1}, is_deleted = ${deleted_flag === 1}
    where company_id = ${actor.companyId} and id = ${id}`
}

export async function addMembers({ sql, actor }: Crm, teamId: number, users: readonly number[]): Promise<void> {
  await sql`
    insert into crm.team_member (company_id, team_id, user_id)
    select ${actor.companyId}, ${teamId}, id from unnest(${users}::bigint[]) id on conflict do nothing`
}

export async function removeMembers({ sql, actor }: Crm, teamId: number, users: readonly number[]): Promise<void> {
  await sql`
    delete from crm.team_member
    where company_id = ${actor.companyId} and team_id = ${teamId} and user_id = any(${users}::bigint[])`
}
