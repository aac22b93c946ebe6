import type { LeadLabel } from '@portico/crm/sales/leadLabels/v1/shape'
import { useMemo } from 'preact/hooks'
import { call } from '../api/call.ts'
import type { SettingsListOf } from './listOf.ts'
import { type FieldKind, optionsOf } from './optionsOf.ts'
import type { SectionProps } from './sections.ts'
import { SettingsList } from './settingsList.tsx'
import { COLOURS, swatch } from './swatch.tsx'
import { Tabs } from './tabs.tsx'

const KINDS = [
  ['deal', 'Deals'],
  ['lead', 'Leads'],
  ['person', 'People'],
  ['organization', 'Organizations'],
] as const

/** Labels of each kind of record. Those of leads are a list of their own. */
export function Labels({ base, rest }: SectionProps) {
  const [first, ...further] = rest
  const [kind, title] = KINDS.find(([name]) => name === first) ?? KINDS[0]
  return (
    <>
      <Tabs label="Kinds of records" base={base} tabs={KINDS} current={kind} />
      {kind === 'lead' ? (
        <SettingsList of={LEAD_LABELS} base={`${base}/lead`} rest={further} />
      ) : (
        <FieldLabels key={kind} kind={kind} title={title} base={`${base}/${kind}`} rest={further} />
      )}
    </>
  )
}

function FieldLabels({ kind, title, base, rest }: SectionProps & { kind: FieldKind; title: string }) {
  const list = useMemo(
    () =>
      optionsOf({
        kind,
        code: 'label_ids',
        title: `Labels of ${title.toLowerCase()}`,
        one: 'label',
        empty: 'There are no labels yet. Add one, such as “Hot”.',
      }),
    [kind],
  )
  return <SettingsList of={list} base={base} rest={rest} />
}

const LEAD_LABELS: SettingsListOf<LeadLabel> = {
  title: 'Labels of leads',
  one: 'label',
  live: ['lead_label'],
  read: async () => (await call<LeadLabel[]>('GET /v1/leadLabels')).data,
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  mark: ({ color }) => swatch(color),
  empty: 'There are no labels yet. Add one, such as “Hot”.',
  fields: () => [
    { name: 'name', label: 'Name', type: 'text', required: true },
    { name: 'color', label: 'Colour', type: 'colour', choices: COLOURS },
  ],
  values: label => ({ name: label?.name ?? '', color: label?.color ?? 'gray' }),
  add: { verb: 'Add a label', run: body => call('POST /v1/leadLabels', { body }) },
  change: ({ id }, body) => call(`PATCH /v1/leadLabels/${id}`, { body }),
  remove: {
    loses: () => 'It is taken off all leads that have it, for good.',
    run: ({ id }) => call(`DELETE /v1/leadLabels/${id}`),
  },
}
