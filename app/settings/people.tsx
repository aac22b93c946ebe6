import type { PermissionSet } from '@portico/crm/company/permissionSets/shape'
import type { RoleWithLevel } from '@portico/crm/company/roles/v1/shape'
import type { User } from '@portico/crm/company/users/v1/shape'
import { call } from '../api/call.ts'
import { Avatar } from '../parts/avatar.tsx'
import { tell } from '../shell/toasts.ts'
import { session } from '../store/company.ts'
import { APP_NAMES } from './accessTerms.ts'
import type { Choice, FormField, Values } from './form.tsx'
import type { PageProps, SettingsListOf } from './listOf.ts'
import type { SectionProps } from './sections.ts'
import { SeeAs } from './seeAs.tsx'
import { SettingsList } from './settingsList.tsx'

/** Who works in the company, what they may do and what they see. */
export function People({ base, rest }: SectionProps) {
  return <SettingsList of={PEOPLE} base={base} rest={rest} />
}

let roles: readonly RoleWithLevel[] = []
let sets: readonly PermissionSet[] = []
const appsWithSets = () => [...new Set(sets.map(set => set.app))]

const PEOPLE: SettingsListOf<User> = {
  title: 'People',
  one: 'person',
  live: ['user'],
  read: async () => {
    const [people, theirRoles, theirSets] = await Promise.all([
      call<User[]>('GET /v1/users'),
      call<RoleWithLevel[] | null>('GET /v1/roles?limit=500'),
      call<PermissionSet[]>('GET /v1/permissionSets'),
    ])
    roles = theirRoles.data ?? []
    sets = theirSets.data
    const sorted = people.data.toSorted((a, b) => a.name.localeCompare(b.name))
    return [...sorted.filter(user => user.active_flag), ...sorted.filter(user => !user.active_flag)]
  },
  idOf: ({ id }) => id,
  nameOf: ({ name, email }) => name || email,
  mark: user => (
    <>
      <Avatar name={user.name || user.email} />
      {!user.active_flag && <span class="tag">switched off</span>}
      {user.active_flag && !user.activated && <span class="tag">invited</span>}
      {user.access.some(({ app, admin }) => app === 'account_settings' && admin) && <span class="tag">admin</span>}
      {user.is_you && <span class="tag">you</span>}
    </>
  ),
  facts: user => [user.email, roles.find(({ id }) => id === user.role_id)?.name].filter(Boolean).join(' · '),
  empty: 'Nobody works here.',
  fields: user => [
    ...(user ? [] : [{ name: 'email', label: 'E-mail', type: 'email', required: true } as const]),
    { name: 'role_id', label: 'Role', type: 'choice', choices: roles.map(asChoice) },
    ...appsWithSets().map(setQuestion),
  ],
  values: user => ({
    email: '',
    role_id: String(user?.role_id ?? roles.find(({ level }) => level === 1)?.id ?? ''),
    ...Object.fromEntries(appsWithSets().map(app => [app, heldSet(user, app)])),
  }),
  add: { verb: 'Invite a person', run: invite },
  change: async (user, values) => {
    if (Number(values.role_id) !== user.role_id || values.role_id) await putIntoRole(user.id, values)
    await call(`PUT /app/api/users/${user.id}/access`, { body: accessOf(values) })
  },
  actions: user => {
    const again = { label: 'Switch on', run: () => setActive(user, true) }
    const invitation = {
      label: 'Invite again',
      run: async () => {
        await call(`POST /app/api/users/${user.id}/invitation`)
        tell(`Invited ${user.email} again`)
      },
    }
    if (!user.active_flag) return [again]
    return user.activated ? [] : [invitation]
  },
  remove: {
    verb: 'Switch off',
    may: ({ active_flag, is_you }) => active_flag && !is_you,
    loses: ({ name }) =>
      `${name} is logged out everywhere at once, and their tokens and apps end. Their records stay, and you can switch them on again.`,
    run: user => setActive(user, false),
    undo: user => setActive(user, true),
  },
  page: PersonPage,
}

const setActive = ({ id }: User, active_flag: boolean) => call(`PUT /v1/users/${id}`, { body: { active_flag } })

function asChoice({ id, name, level }: RoleWithLevel): Choice {
  return { id: String(id), label: `${'– '.repeat(Math.max(0, level - 1))}${name}` }
}

function setQuestion(app: string): FormField {
  const choices = sets.filter(set => set.app === app).map(({ id, name }) => ({ id, label: name }))
  return { name: app, label: `May do: ${APP_NAMES[app] ?? app}`, type: 'choice', choices }
}

function heldSet(user: User | undefined, app: string): string {
  const held = user?.access.find(each => each.app === app)?.permission_set_id
  return held ?? sets.find(set => set.app === app && set.type === 'regular')?.id ?? ''
}

function accessOf(values: Values) {
  return appsWithSets()
    .filter(app => values[app])
    .map(app => ({ app, permission_set_id: values[app] }))
}

async function putIntoRole(user_id: number, { role_id }: Values): Promise<void> {
  await call(`POST /v1/roles/${Number(role_id)}/assignments`, { body: { user_id } })
}

async function invite(values: Values): Promise<void> {
  const { data } = await call<User>('POST /v1/users', { body: { email: values.email, access: accessOf(values) } })
  await putIntoRole(data.id, values)
  tell(`Invited ${values.email}`)
}

function PersonPage({ item, base, rest }: PageProps<User>) {
  if (!session.value.is_admin || !item.active_flag) return null
  return rest[0] === 'view' ? (
    <SeeAs user={item} />
  ) : (
    <p>
      <a class="button" href={`${base}/view`}>
        See as {item.name}
      </a>{' '}
      <small class="soft">Which pipelines and records they see. The audit log says that you looked.</small>
    </p>
  )
}
