import type { Token } from '@portico/crm/company/tokens/app/operations'
import { call } from '../api/call.ts'
import { accessTerms } from './accessTerms.ts'
import type { Choice, Values } from './form.tsx'
import type { SettingsListOf } from './listOf.ts'
import { showSecret } from './secretDialog.tsx'
import type { SectionProps } from './sections.ts'
import { SettingsList } from './settingsList.tsx'

export function Tokens({ base, rest }: SectionProps) {
  return <SettingsList of={TOKENS} base={base} rest={rest} />
}

let scopes: readonly Choice[] = []
const dayOf = (time: string) => time.slice(0, 10)

const TOKENS: SettingsListOf<Token> = {
  title: 'API tokens',
  explains: 'A program with a token may do what you may, or less.',
  one: 'token',
  read: async () => {
    const [{ data }, terms] = await Promise.all([call<Token[]>('GET /app/api/tokens'), accessTerms()])
    scopes = terms.scopes.map(({ name, says }) => ({ id: name, label: `${says} (${name})` }))
    return data
  },
  idOf: ({ id }) => id,
  nameOf: ({ name, is_personal }) => name || (is_personal ? 'Personal token' : 'Token'),
  mark: ({ read_only }) => (read_only ? <span class="tag">reads only</span> : null),
  facts: token =>
    [
      token.scopes ? token.scopes.join(', ') : 'everything you may do',
      token.expires_time ? `until ${dayOf(token.expires_time)}` : 'does not end',
      token.last_used_time ? `last used ${dayOf(token.last_used_time)}` : 'never used',
    ].join(' · '),
  empty: 'You have no tokens. Make one for a program that shall act for you.',
  fields: () => [
    { name: 'name', label: 'What it is for', type: 'text', required: true },
    {
      name: 'days',
      label: 'Ends',
      type: 'choice',
      choices: [
        { id: '', label: 'Never' },
        { id: '30', label: 'In 30 days' },
        { id: '365', label: 'In a year' },
      ],
    },
    { name: 'read_only', label: 'May only read', type: 'switch' },
    { name: 'scopes', label: 'May do; everything when none is chosen', type: 'choices', choices: scopes },
  ],
  values: () => ({ name: '', days: '365', read_only: false, scopes: [] }),
  add: { verb: 'Make a token', run: makeToken },
  remove: {
    verb: 'Revoke',
    loses: () => 'Programs that use it are refused at once. It cannot be brought back.',
    run: ({ id }) => call(`DELETE /app/api/tokens/${id}`),
  },
}

const DAY_MS = 86_400_000

async function makeToken({ name, days, read_only, scopes }: Values): Promise<void> {
  const expires_time = days ? new Date(Date.now() + Number(days) * DAY_MS).toISOString() : null
  const chosen = Array.isArray(scopes) && scopes.length > 0 ? scopes : null
  const { data } = await call<{ token: string }>('POST /app/api/tokens', {
    body: { name, read_only, expires_time, scopes: chosen },
  })
  showSecret({ title: 'Your new token', texts: [['Token', data.token]] })
}
