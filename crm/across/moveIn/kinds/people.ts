import { isRecord } from '@portico/kit/api/isRecord'
import { flagIn, idIn, numberIn, recordsIn, textIn, timeIn } from '../given.ts'
import type { MovedKind } from '../kind.ts'
import {
  addRole,
  addSet,
  addTeam,
  changeUser,
  findCurrency,
  findSet,
  findUserByEmail,
  hidePipelines,
  insertUser,
  rootRole,
  storeRole,
} from './peopleStore.ts'

/** Currencies are known by their codes; nothing is written. */
export const currencies: MovedKind = {
  name: 'currency',
  lists: [{ path: '/v1/currencies', paging: 'whole' }],
  place: ({ author }, record) => findCurrency(author, String(record.code)),
}

/** The topmost group of the source is the one that is here. */
export const roles: MovedKind = {
  name: 'role',
  lists: [{ path: '/v1/roles', paging: 'offset' }],
  parts: [{ name: 'settings', list: ([id]) => ({ path: `/v1/roles/${id}/settings`, paging: 'one' }) }],
  async place(move, record, look, known) {
    const parent = idIn(record.parent_role_id)
    const id = known ?? (parent === null ? await rootRole(move.author) : await keptRole())
    await storeRole(move.author, Number(id), {
      name: textIn(record.name) ?? 'Role',
      parent: parent === null ? undefined : Number(look.must('role', parent)),
      settings: isRecord(record.settings) ? record.settings : {},
    })
    return id

    async function keptRole() {
      const kept = await move.keepId('role', String(record.id))
      return addRole(move.author, kept, {
        name: textIn(record.name) ?? 'Role',
        parent: Number(look.must('role', parent)),
      })
    }
  },
}

/** Sets that every company has are those of the same app and type; others are made. */
export const permissionSets: MovedKind = {
  name: 'permission set',
  lists: [{ path: '/v1/permissionSets', paging: 'whole' }],
  parts: [{ name: 'details', list: ([id]) => ({ path: `/v1/permissionSets/${id}`, paging: 'one' }) }],
  async place({ author }, record, look, known) {
    if (known !== undefined) return known
    const [app, name, type] = [String(record.app), textIn(record.name) ?? 'Set', textIn(record.type) ?? 'custom']
    const found = await findSet(author, { app, name, type })
    if (found) return found
    const contents = isRecord(record.details) ? record.details.contents : undefined
    if (!Array.isArray(contents)) look.without('its rights, which the source does not tell')
    const description = textIn(record.description) ?? ''
    return addSet(author, { app, name, description, contents: Array.isArray(contents) ? contents.map(String) : [] })
  },
}

/** Somebody with the same address is the same person. Nobody is mailed: they are invited when an admin asks for it. */
export const users: MovedKind = {
  name: 'user',
  lists: [{ path: '/v1/users', paging: 'whole' }],
  async place(move, record, look, known) {
    const { author } = move
    const email = textIn(record.email)
    if (!email) return null
    const found = known ?? (await findUserByEmail(author, email))
    if (found !== undefined) return found
    const active = flagIn(record.active_flag)
    const role = look.id('role', record.role_id)
    const kept = await move.keepId('app_user', String(record.id))
    const id = await insertUser(author, {
      id: kept === undefined ? undefined : Number(kept),
      name: textIn(record.name) ?? email,
      email,
      active,
      roleId: role === null ? undefined : Number(role),
      sets: recordsIn(record.access).flatMap(access => {
        const set = look.id('permission set', access.permission_set_id)
        return set === null ? [] : [{ app: String(access.app), permission_set_id: String(set) }]
      }),
    })
    await changeUser(author, id, {
      phone: textIn(record.phone),
      locale: textIn(record.locale) ?? undefined,
      timezone_name: textIn(record.timezone_name) ?? undefined,
      default_currency: textIn(record.default_currency) ?? undefined,
      lang: numberIn(record.lang) ?? undefined,
      created: timeIn(record.created) ?? undefined,
    })
    return id
  },
}

export const teams: MovedKind = {
  name: 'team',
  lists: [{ path: '/v1/legacyTeams', paging: 'whole' }],
  async place(move, record, look, known) {
    const members = look.ids('user', record.users).map(Number)
    const kept = known ?? (await move.keepId('team', String(record.id)))
    return addTeam(move.author, kept, {
      name: textIn(record.name) ?? 'Team',
      description: textIn(record.description),
      manager: look.user(record.manager_id),
      creator: look.user(record.created_by_user_id),
      members,
      isKnown: known !== undefined,
    })
  },
}

/** Which pipelines a role does not see; after the pipelines. */
export const hiddenPipelines: MovedKind = {
  name: 'pipelines of role',
  lists: [{ path: '/v1/roles', paging: 'offset' }],
  parts: [{ name: 'hidden', list: ([id]) => ({ path: `/v1/roles/${id}/pipelines?visible=false`, paging: 'one' }) }],
  async place({ author }, record, look) {
    const role = look.id('role', record.id)
    if (role === null) return null
    const { pipeline_ids: hidden, visible } = isRecord(record.hidden) ? record.hidden : {}
    if (visible === false || visible === 'false')
      await hidePipelines(author, Number(role), look.ids('pipeline', hidden))
    return role
  },
}
