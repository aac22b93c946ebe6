import type { Team } from '@portico/crm/company/teams/v1/shape'
import { call } from '../api/call.ts'
import { activeUsers, userName } from '../store/company.ts'
import type { Values } from './form.tsx'
import type { SettingsListOf } from './listOf.ts'
import type { SectionProps } from './sections.ts'
import { SettingsList } from './settingsList.tsx'

export function Teams({ base, rest }: SectionProps) {
  return <SettingsList of={TEAMS} base={base} rest={rest} />
}

const people = () => activeUsers.value.map(({ id, name }) => ({ id: String(id), label: name }))

const TEAMS: SettingsListOf<Team> = {
  title: 'Teams',
  explains: 'Who works with whom. What people see is decided by roles.',
  one: 'team',
  live: ['user'],
  read: async () => (await call<Team[]>('GET /v1/legacyTeams')).data.filter(team => team.deleted_flag === 0),
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  facts: ({ manager_id, users = [] }) => `${userName(manager_id)} leads ${users.length} people`,
  empty: 'There are no teams yet. Add one for people who share their figures.',
  fields: () => [
    { name: 'name', label: 'Name', type: 'text', required: true },
    { name: 'description', label: 'What it does', type: 'text' },
    { name: 'manager_id', label: 'Led by', type: 'choice', choices: people() },
    { name: 'users', label: 'Members', type: 'choices', choices: people() },
  ],
  values: team => ({
    name: team?.name ?? '',
    description: team?.description ?? '',
    manager_id: String(team?.manager_id ?? people()[0]?.id ?? ''),
    users: (team?.users ?? []).map(String),
  }),
  add: { verb: 'Add a team', run: values => call('POST /v1/legacyTeams', { body: bodyOf(values) }) },
  change: ({ id }, values) => call(`PUT /v1/legacyTeams/${id}`, { body: bodyOf(values) }),
  remove: {
    loses: () => 'Its people stay, and lose nothing but the team.',
    run: ({ id }) => call(`PUT /v1/legacyTeams/${id}`, { body: { deleted_flag: 1 } }),
    undo: ({ id }) => call(`PUT /v1/legacyTeams/${id}`, { body: { deleted_flag: 0 } }),
  },
}

function bodyOf({ name, description, manager_id, users }: Values) {
  const members = Array.isArray(users) ? users.map(Number) : []
  return { name, description, manager_id: Number(manager_id), users: members }
}
