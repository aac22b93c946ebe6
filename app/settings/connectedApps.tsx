import type { InstalledApp } from '@portico/crm/company/oauth/app/installedApps'
import { call } from '../api/call.ts'
import type { SettingsListOf } from './listOf.ts'
import type { SectionProps } from './sections.ts'
import { SettingsList } from './settingsList.tsx'

export function ConnectedApps({ base, rest }: SectionProps) {
  return <SettingsList of={INSTALLED} base={base} rest={rest} />
}

const INSTALLED: SettingsListOf<InstalledApp> = {
  title: 'Connected apps',
  explains: 'Apps that you let act for you.',
  one: 'app',
  read: async () => (await call<InstalledApp[]>('GET /app/api/installedApps')).data,
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  facts: ({ company, scopes, last_used_time }) =>
    `by ${company} · ${scopes.join(', ')} · last used ${last_used_time?.slice(0, 10) ?? 'never'}`,
  empty: 'No app acts for you.',
  remove: {
    verb: 'Uninstall',
    loses: () => 'It can no longer act for you, and is told so. You can let it in again.',
    run: ({ id }) => call(`DELETE /app/api/installedApps/${id}`),
  },
}
