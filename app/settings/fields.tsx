import { useMemo } from 'preact/hooks'
import { call } from '../api/call.ts'
import { pipelines, session, stages } from '../store/company.ts'
import type { FormField, Values } from './form.tsx'
import type { PageProps, SettingsListOf } from './listOf.ts'
import { type FieldKind, type FieldOption, optionsOf, RECORDS, useOf } from './optionsOf.ts'
import type { SectionProps } from './sections.ts'
import { SettingsList } from './settingsList.tsx'
import { Tabs } from './tabs.tsx'

interface Field {
  field_name: string
  field_code: string
  field_type: string
  is_custom_field: boolean
  description?: string | null
  options: FieldOption[] | null
  required_fields?: { enabled: boolean; stage_ids?: number[] }
}

const KINDS: readonly (readonly [FieldKind, string])[] = [
  ['deal', 'Deals'],
  ['person', 'People'],
  ['organization', 'Organizations'],
  ['product', 'Products'],
  ['project', 'Projects'],
]

/** What is known of each kind of record: the company's own fields, and those that every company has. */
export function Fields({ base, rest }: SectionProps) {
  const [first = 'deal', ...further] = rest
  const kind = KINDS.find(([name]) => name === first)?.[0] ?? 'deal'
  const list = useMemo(() => fieldsOf(kind), [kind])
  return (
    <>
      {further.length === 0 && <Tabs label="Kinds of records" base={base} tabs={KINDS} current={kind} />}
      <SettingsList key={kind} of={list} base={`${base}/${kind}`} rest={further} />
    </>
  )
}

/** How people call the types that a field can have. */
const TYPES: readonly (readonly [string, string])[] = [
  ['varchar', 'Text'],
  ['text', 'Long text'],
  ['double', 'Number'],
  ['monetary', 'Money'],
  ['enum', 'One of several options'],
  ['set', 'Any of several options'],
  ['date', 'Date'],
  ['daterange', 'Two dates, from and until'],
  ['time', 'Time'],
  ['timerange', 'Two times, from and until'],
  ['phone', 'Phone'],
  ['address', 'Address'],
  ['user', 'Colleague'],
  ['people', 'Person'],
  ['org', 'Organization'],
  ['varchar_auto', 'Text that suggests what was written before'],
]
/** Those that only fields of every company have. */
const GIVEN_TYPES: Readonly<Record<string, string>> = {
  int: 'Whole number',
  boolean: 'Yes or no',
  stage: 'Stage',
  status: 'Status',
  visible_to: 'Who sees it',
}
const typeName = (type: string) =>
  TYPES.find(([name]) => name === type)?.[1] ?? GIVEN_TYPES[type] ?? `${type[0]?.toUpperCase()}${type.slice(1)}`
const mayDo = (right: string) => session.value.rights.includes(right)
const hasOptions = ({ field_type }: Pick<Field, 'field_type'>) => field_type === 'enum' || field_type === 'set'

function fieldsOf(kind: FieldKind): SettingsListOf<Field> {
  const path = `/v2/${kind}Fields` as const
  const groups = kind === 'product' ? '' : '&include_fields=required_fields'
  return {
    title: `Fields of ${RECORDS[kind]}`,
    explains: kind === 'deal' ? 'Leads have the same fields.' : undefined,
    one: 'field',
    live: [`${kind}Field`],
    read: async () => {
      const { data } = await call<Field[]>(`GET ${path}?limit=500${groups}`)
      return [...data.filter(field => field.is_custom_field), ...data.filter(field => !field.is_custom_field)]
    },
    idOf: ({ field_code }) => field_code,
    nameOf: ({ field_name }) => field_name,
    groupOf: ({ is_custom_field }) => (is_custom_field ? 'Your own' : 'Every company has these'),
    facts: field =>
      [
        typeName(field.field_type),
        hasOptions(field) && field.options ? `${field.options.length} options` : '',
        field.required_fields?.enabled ? 'required' : '',
      ]
        .filter(Boolean)
        .join(' · '),
    empty: 'There are no fields.',
    fields: field => (field ? changeable(kind, field) : NEW),
    values: field => (field ? valuesOf(field) : { field_name: '', field_type: 'varchar', options: '' }),
    add: mayDo('can_add_custom_fields')
      ? { verb: 'Add a field', run: values => call(`POST ${path}`, { body: newField(values) }) }
      : undefined,
    change: mayDo('can_edit_custom_fields')
      ? (field, values) => call(`PATCH ${path}/${field.field_code}`, { body: changesOf(kind, field, values) })
      : undefined,
    remove: mayDo('can_delete_custom_fields')
      ? {
          may: ({ is_custom_field }) => is_custom_field,
          loses: async ({ field_code }) => {
            const { records } = await useOf(kind, field_code)
            return records > 0
              ? `What ${records} ${RECORDS[kind]} have in it is lost for good. Filters with it stop working.`
              : `None of the ${RECORDS[kind]} that you see has anything in it. It cannot be brought back.`
          },
          run: ({ field_code }) => call(`DELETE ${path}/${field_code}`),
        }
      : undefined,
    page: props => <FieldPage {...props} kind={kind} />,
  }
}

const NEW: readonly FormField[] = [
  { name: 'field_name', label: 'Name', type: 'text', required: true },
  { name: 'field_type', label: 'Type', type: 'choice', choices: TYPES.map(([id, label]) => ({ id, label })) },
  {
    name: 'options',
    label: 'Options, one on each line',
    type: 'long',
    required: true,
    when: ({ field_type }) => field_type === 'enum' || field_type === 'set',
  },
]

function newField({ field_name, field_type, options }: Values) {
  const isChoice = hasOptions({ field_type: String(field_type) })
  const labels = String(options ?? '')
    .split('\n')
    .map(label => label.trim())
    .filter(Boolean)
  return { field_name, field_type, ...(isChoice && { options: labels.map(label => ({ label })) }) }
}

function changeable(kind: FieldKind, field: Field): FormField[] {
  const name: FormField[] = field.is_custom_field
    ? [{ name: 'field_name', label: 'Name', type: 'text', required: true }]
    : []
  if (!field.is_custom_field || kind === 'product') return name
  const required: FormField = { name: 'required', label: 'Has to be filled in', type: 'switch' }
  if (kind !== 'deal') return [...name, required]
  const label = (id: number) => pipelines.value.find(pipeline => pipeline.id === id)?.name ?? ''
  return [
    ...name,
    required,
    {
      name: 'stage_ids',
      label: 'In these stages; in all when none is chosen',
      type: 'choices',
      choices: stages.value.map(stage => ({
        id: String(stage.id),
        label: `${label(stage.pipeline_id)} › ${stage.name}`,
      })),
      when: ({ required }) => required === true,
    },
  ]
}

function valuesOf({ field_name, required_fields }: Field): Values {
  return {
    field_name,
    required: required_fields?.enabled ?? false,
    stage_ids: (required_fields?.stage_ids ?? []).map(String),
  }
}

function changesOf(kind: FieldKind, field: Field, { field_name, required, stage_ids }: Values) {
  const enabled = required === true
  const places = kind === 'deal' && Array.isArray(stage_ids) ? { stage_ids: stage_ids.map(Number) } : {}
  const demanded = kind === 'product' || !field.is_custom_field ? {} : { required_fields: { enabled, ...places } }
  return { field_name, ...demanded }
}

function FieldPage({ item, base, rest, kind }: PageProps<Field> & { kind: FieldKind }) {
  const list = useMemo(
    () => optionsOf({ kind, code: item.field_code, title: 'Options', one: 'option', empty: 'It has no options yet.' }),
    [kind, item.field_code],
  )
  const isOwn = item.is_custom_field && hasOptions(item)
  if (isOwn || item.field_code === 'label_ids') return <SettingsList of={list} base={base} rest={rest} isNested />
  return (
    <p class="soft">
      {item.is_custom_field
        ? `${typeName(item.field_type)}. The type of a field stays as it is: what records have in it would be lost.`
        : 'Every company has this field: it cannot be renamed or deleted.'}
    </p>
  )
}
