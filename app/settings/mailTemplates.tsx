import type { MailTemplate, MergeField } from '@portico/crm/work/mailTemplates/app/shape'
import { call } from '../api/call.ts'
import { userName } from '../store/company.ts'
import type { Values } from './form.tsx'
import type { SettingsListOf } from './listOf.ts'
import type { SectionProps } from './sections.ts'
import { SettingsList } from './settingsList.tsx'

export function MailTemplates({ base, rest }: SectionProps) {
  return <SettingsList of={MAIL_TEMPLATES} base={base} rest={rest} />
}

let mergeFields: readonly MergeField[] = []

const MAIL_TEMPLATES: SettingsListOf<MailTemplate> = {
  title: 'Mail templates',
  explains: 'Messages that you write again and again, filled in for whoever gets them.',
  one: 'template',
  live: ['mail_template'],
  read: async () => {
    const [templates, fields] = await Promise.all([
      call<MailTemplate[]>('GET /app/api/mailTemplates'),
      call<MergeField[]>('GET /app/api/mailTemplates/mergeFields'),
    ])
    mergeFields = fields.data
    return [...templates.data].sort((a, b) => Number(a.is_shared) - Number(b.is_shared))
  },
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  groupOf: ({ is_shared }) => (is_shared ? 'Shared with everybody' : 'Your own'),
  facts: ({ subject, owner_id, is_shared }) => [subject, is_shared && userName(owner_id)].filter(Boolean).join(' · '),
  empty: 'No templates yet. Add one for what you write most often.',
  fields: () => [
    { name: 'name', label: 'Name', type: 'text', required: true },
    { name: 'subject', label: 'Subject', type: 'text', max: 500 },
    {
      name: 'body',
      label: 'Message',
      type: 'long',
      rows: 10,
      hint: `Can be filled in: ${mergeFields.map(({ code }) => `{{${code}}}`).join(' ')}`,
    },
    { name: 'is_shared', label: 'Share it with everybody in the company', type: 'switch' },
  ],
  values: template => ({
    name: template?.name ?? '',
    subject: template?.subject ?? '',
    body: template?.body ?? 'Dear {{person.first_name}},\n\n\n\n{{sender.name}}',
    is_shared: template?.is_shared ?? false,
  }),
  add: { verb: 'Add a template', run: values => call('POST /app/api/mailTemplates', { body: values }) },
  change: ({ id }, values: Values) => call(`PATCH /app/api/mailTemplates/${id}`, { body: values }),
  mayChange: ({ may_change }) => may_change,
  remove: {
    may: ({ may_change }) => may_change,
    loses: () => 'Messages that were written with it stay as they are.',
    run: ({ id }) => call(`DELETE /app/api/mailTemplates/${id}`),
    undo: ({ name, subject, body, is_shared }) =>
      call('POST /app/api/mailTemplates', { body: { name, subject, body, is_shared } }),
  },
}
