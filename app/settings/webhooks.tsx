import type { Webhook } from '@portico/crm/across/webhooks/v1/shape'
import { call } from '../api/call.ts'
import { activeUsers, session, userName } from '../store/company.ts'
import type { FormField, Values } from './form.tsx'
import type { SettingsListOf } from './listOf.ts'
import type { SectionProps } from './sections.ts'
import { SettingsList } from './settingsList.tsx'
import { WebhookPage } from './webhookPage.tsx'

export function Webhooks({ base, rest }: SectionProps) {
  return <SettingsList of={WEBHOOKS} base={base} rest={rest} />
}

const OBJECTS = ['*', 'deal', 'person', 'organization', 'activity', 'lead', 'note', 'product', 'pipeline', 'stage']
const MORE_OBJECTS = ['activityType', 'project', 'task', 'board', 'phase', 'deal_product', 'deal_installment', 'user']
const ACTIONS = [
  { id: '*', label: 'Whatever happens' },
  { id: 'create', label: 'Is added' },
  { id: 'change', label: 'Is changed' },
  { id: 'delete', label: 'Is deleted' },
]

const WEBHOOKS: SettingsListOf<Webhook> = {
  title: 'Webhooks',
  explains: 'Each sends what happens here to an address of another system, signed, and tries again while that is down.',
  one: 'webhook',
  read: async () => (await call<Webhook[]>('GET /v1/webhooks')).data,
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  mark: ({ is_active }) => (is_active ? null : <span class="tag">paused</span>),
  facts: ({ subscription_url, user_id, last_http_status }) =>
    [
      subscription_url,
      `as ${userName(user_id)}`,
      last_http_status ? `last answer ${last_http_status}` : 'nothing sent yet',
    ].join(' · '),
  empty: 'There are no webhooks yet. Add one to tell another system what happens here.',
  fields: webhook => [
    { name: 'name', label: 'Name', type: 'text', required: true },
    { name: 'subscription_url', label: 'Address', type: 'url', required: true, max: 2000 },
    {
      name: 'event_object',
      label: 'When a record of this kind',
      type: 'choice',
      choices: [...new Set([...OBJECTS, ...MORE_OBJECTS, ...(webhook ? [webhook.event_object] : [])])].map(id => ({
        id,
        label: id === '*' ? 'any kind' : id.replace('_', ' '),
      })),
    },
    {
      name: 'event_action',
      label: 'Does this',
      type: 'choice',
      choices: [
        ...ACTIONS,
        ...(webhook && !ACTIONS.some(({ id }) => id === webhook.event_action)
          ? [{ id: webhook.event_action, label: webhook.event_action }]
          : []),
      ],
    },
    ...(webhook ? [] : whoseEyes()),
  ],
  values: webhook => ({
    name: webhook?.name ?? '',
    subscription_url: webhook?.subscription_url ?? '',
    event_object: webhook?.event_object ?? 'deal',
    event_action: webhook?.event_action ?? '*',
    ...(webhook ? {} : { user_id: String(session.value.user.id) }),
  }),
  add: { verb: 'Add a webhook', run: values => call('POST /v1/webhooks', { body: newWebhook(values) }) },
  change: ({ id }, body) => call(`PATCH /v2/webhooks/${id}`, { body }),
  remove: {
    loses: () => 'What it has not delivered yet is not sent any more, and the list of its deliveries is gone.',
    run: ({ id }) => call(`DELETE /v1/webhooks/${id}`),
  },
  page: WebhookPage,
}

function whoseEyes(): FormField[] {
  if (!session.value.is_admin) return []
  return [
    {
      name: 'user_id',
      label: 'Sends what this person sees',
      type: 'choice',
      choices: activeUsers.value.map(({ id, name }) => ({ id: String(id), label: name })),
    },
  ]
}

const newWebhook = ({ user_id, ...values }: Values) => ({ ...values, user_id: Number(user_id), version: '2.0' })
