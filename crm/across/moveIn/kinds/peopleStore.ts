import type { App } from '../../../base/access/rights.ts'
import type { Author } from '../../../base/changes/author.ts'
import { logAdded } from '../../../base/changes/logStore.ts'
import { updateRecord, type Values } from '../../../base/changes/write.ts'
import { isSalesAdmin, storeAccess } from '../../../company/permissionSets/assignStore.ts'
import { addUsers } from '../../../company/users/addUsersStore.ts'
import type { Id } from '../kind.ts'

export async function findCurrency({ sql, actor }: Author, code: string): Promise<number | null> {
  const [found] = await sql<{ id: number }[]>`
    select id from crm.currency where company_id = ${actor.companyId} and code = ${code}`
  return found?.id ?? null
}

export async function rootRole({ sql, actor }: Author): Promise<number> {
  const [root] = await sql<{ id: number }[]>`
    select min(id) as id from crm.role where company_id = ${actor.companyId} and parent_id is null`
  return root?.id ?? 0
}

interface RoleValues {
  name: string
  parent: number | undefined
}

export async function addRole(
  { sql, actor }: Author,
  id: Id | undefined,
  { name, parent }: RoleValues,
): Promise<number> {
  const row = { company_id: actor.companyId, name, parent_id: parent, ...(id !== undefined && { id }) }
  const [made] = await sql<{ id: number }[]>`insert into crm.role ${sql(row)} returning id`
  return made?.id ?? 0
}

/** Who sees new records of its users is a setting of a role; the source tells a few more, which are left out. */
export async function storeRole(
  { sql, actor }: Author,
  id: number,
  { name, parent, settings }: RoleValues & { settings: Record<string, unknown> },
): Promise<void> {
  const kept = Object.entries(settings).filter(
    ([key, value]) => key.endsWith('_default_visibility') && isVisibility(value),
  )
  const text = JSON.stringify(Object.fromEntries(kept))
  await sql`update crm.role set name = ${name}, parent_id = coalesce(${parent ?? null}::bigint, parent_id),
      settings = settings || ${text}::text::jsonb
    where company_id = ${actor.companyId} and id = ${id}`
}

function isVisibility(value: unknown): boolean {
  return value === 1 || value === 3 || value === 5 || value === 7
}

export async function hidePipelines({ sql, actor }: Author, role: number, pipelines: readonly Id[]): Promise<void> {
  await sql`delete from crm.role_hidden_pipeline where company_id = ${actor.companyId} and role_id = ${role}
    and not pipeline_id = any(${pipelines.map(Number)}::bigint[])`
  await sql`insert into crm.role_hidden_pipeline (company_id, role_id, pipeline_id)
    select ${actor.companyId}, ${role}, id from unnest(${pipelines.map(Number)}::bigint[]) id on conflict do nothing`
}

interface SetValues {
  app: string
  name: string
}

/** The set of this name, or else the one of this type where a company has one. */
export async function findSet({ sql, actor }: Author, { app, name, type }: SetValues & { type: string }) {
  const [found] = await sql<{ id: string }[]>`
    select id from crm.permission_set
    where company_id = ${actor.companyId} and app = ${app} and (name = ${name} or (type = ${type} and type <> 'custom'))
    order by name = ${name} desc, add_time, id limit 1`
  return found?.id
}

export async function addSet(
  { sql, actor }: Author,
  { app, name, description, contents }: SetValues & { description: string; contents: string[] },
): Promise<string> {
  const [made] = await sql<{ id: string }[]>`
    insert into crm.permission_set (company_id, app, type, name, description, contents)
    values (${actor.companyId}, ${app}, 'custom', ${name}, ${description}, ${contents}::text[]) returning id`
  return made?.id ?? ''
}

export async function findUserByEmail({ sql, actor }: Author, email: string): Promise<number | undefined> {
  const [found] = await sql<{ id: number }[]>`
    select id from crm.app_user where company_id = ${actor.companyId} and lower(email) = lower(${email})`
  return found?.id
}

interface NewUser {
  id: number | undefined
  name: string
  email: string
  active: boolean
  roleId: number | undefined
  sets: readonly { app: string; permission_set_id: string }[]
}

export async function insertUser(author: Author, { sets, ...user }: NewUser): Promise<number> {
  const [id = 0] = await addUsers(author.sql, author.actor.companyId, [user])
  // The column allows the apps there are.
  await storeAccess(author, id, sets as { app: App; permission_set_id: string }[])
  await author.sql`update crm.app_user set is_admin = ${await isSalesAdmin(author, id)}
    where company_id = ${author.actor.companyId} and id = ${id}`
  await logAdded(author, 'app_user', id)
  return id
}

export async function changeUser(author: Author, id: number, values: Values): Promise<void> {
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
  await updateRecord(author, 'app_user', id, given)
}

interface TeamValues {
  name: string
  description: string | null
  manager: number
  creator: number
  members: readonly number[]
  isKnown: boolean
}

export async function addTeam({ sql, actor }: Author, id: Id | undefined, team: TeamValues): Promise<number> {
  const { name, description, manager, creator, members, isKnown } = team
  const row = {
    ...{ company_id: actor.companyId, name, description, manager_id: manager, created_by_user_id: creator },
    ...(id !== undefined && { id }),
  }
  const [made] = isKnown
    ? await sql<{ id: number }[]>`
        update crm.team set name = ${name}, description = ${description}, manager_id = ${manager}
        where company_id = ${actor.companyId} and id = ${Number(id)} returning id`
    : await sql<{ id: number }[]>`insert into crm.team ${sql(row)} returning id`
  const teamId = made?.id ?? 0
  await sql`delete from crm.team_member where company_id = ${actor.companyId} and team_id = ${teamId}
    and not user_id = any(${members}::bigint[])`
  await sql`insert into crm.team_member (company_id, team_id, user_id)
    select ${actor.companyId}, ${teamId}, id from unnest(${members}::bigint[]) id on conflict do nothing`
  return teamId
}
