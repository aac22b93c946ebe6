import type { App } from '@portico/crm/company/oauth/app/apps'
import { call } from '../api/call.ts'
import { accessTerms } from './accessTerms.ts'
import type { Choice } from './form.tsx'
import type { SettingsListOf } from './listOf.ts'
import { showSecret } from './secretDialog.tsx'
import type { SectionProps } from './sections.ts'
import { SettingsList } from './settingsList.tsx'

export function Apps({ base, rest }: SectionProps) {
  return <SettingsList of={APPS} base={base} rest={rest} />
}

let scopes: readonly Choice[] = []

const APPS: SettingsListOf<App> = {
  title: 'OAuth apps',
  explains: 'Apps that your company has registered: people of any company can let them act for them.',
  one: 'app',
  read: async () => {
    const [{ data }, terms] = await Promise.all([call<App[]>('GET /app/api/apps'), accessTerms()])
    scopes = terms.scopes.map(({ name, says }) => ({ id: name, label: `${says} (${name})` }))
    return data
  },
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  facts: ({ client_id, redirect_uri }) => `${client_id} · ${redirect_uri}`,
  empty: 'Your company has registered no apps.',
  fields: app => [
    ...(app ? [] : [{ name: 'name', label: 'Name', type: 'text', required: true } as const]),
    { name: 'redirect_uri', label: 'Address that people are sent back to', type: 'url', required: true, max: 2000 },
    ...(app ? [] : [{ name: 'scopes', label: 'May be granted', type: 'choices', choices: scopes } as const]),
  ],
  values: app => ({ name: '', redirect_uri: app?.redirect_uri ?? '', scopes: ['base'] }),
  add: {
    verb: 'Register an app',
    run: async ({ name, redirect_uri, scopes }) => {
      const body = { name, redirect_uri, scopes }
      const { data } = await call<{ client_id: string; client_secret: string }>('POST /oauth/apps', { body })
      showSecret({
        title: 'The app is registered',
        texts: [
          ['Client id', data.client_id],
          ['Client secret', data.client_secret],
        ],
      })
    },
  },
  change: ({ id }, { redirect_uri }) => call(`PUT /app/api/apps/${id}`, { body: { redirect_uri } }),
  remove: {
    loses: () => 'Everything that anybody granted it ends at once, and it cannot act for anybody any more.',
    run: ({ id }) => call(`DELETE /app/api/apps/${id}`),
  },
}
