import type { RoleSettings, RoleWithLevel } from '@portico/crm/company/roles/v1/shape'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { call } from '../api/call.ts'
import { tell, tellProblem } from '../shell/toasts.ts'
import { pipelines } from '../store/company.ts'
import { Form, type FormField, type Values } from './form.tsx'
import type { PageProps, SettingsListOf } from './listOf.ts'
import type { SectionProps } from './sections.ts'
import { SettingsList } from './settingsList.tsx'

/** The tree of roles, which are visibility groups. */
export function Roles({ base, rest }: SectionProps) {
  return <SettingsList of={ROLES} base={base} rest={rest} />
}

let all: readonly RoleWithLevel[] = []

const ROLES: SettingsListOf<RoleWithLevel> = {
  title: 'Roles and visibility',
  explains:
    'Whoever stands above sees what those below them own. A role also says who sees new records, and which pipelines are hidden.',
  one: 'role',
  read: async () => {
    all = inTree((await call<RoleWithLevel[] | null>('GET /v1/roles?limit=500')).data ?? [])
    return all
  },
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  levelOf: ({ level }) => level - 1,
  facts: ({ assignment_count }) => (Number(assignment_count) === 1 ? '1 person' : `${assignment_count} people`),
  empty: 'There are no roles.',
  fields: role => [
    { name: 'name', label: 'Name', type: 'text', required: true },
    ...(role?.level === 1
      ? []
      : [
          {
            name: 'parent_role_id',
            label: 'Stands below',
            type: 'choice',
            choices: all.filter(({ id }) => id !== role?.id).map(({ id, name }) => ({ id: String(id), label: name })),
          } as const,
        ]),
  ],
  values: role => ({
    name: role?.name ?? '',
    parent_role_id: String(role?.parent_role_id ?? all.find(({ level }) => level === 1)?.id ?? ''),
  }),
  add: { verb: 'Add a role', run: values => call('POST /v1/roles', { body: bodyOf(values) }) },
  change: ({ id, level }, values) =>
    call(`PUT /v1/roles/${id}`, { body: level === 1 ? { name: values.name } : bodyOf(values) }),
  remove: {
    may: ({ level }) => level > 1,
    loses: ({ assignment_count, sub_role_count, parent_role_id }) => {
      const above = all.find(({ id }) => id === parent_role_id)?.name ?? 'the topmost role'
      return `Its ${assignment_count} people and ${sub_role_count} roles below it go to ${above}, and see what is seen there.`
    },
    run: ({ id }) => call(`DELETE /v1/roles/${id}`),
  },
  page: RolePage,
}

const bodyOf = ({ name, parent_role_id }: Values) => ({ name, parent_role_id: Number(parent_role_id) })

/** Each below the one it belongs to. */
function inTree(roles: readonly RoleWithLevel[]): RoleWithLevel[] {
  const below = (parent: number | null): RoleWithLevel[] =>
    roles.filter(({ parent_role_id }) => parent_role_id === parent).flatMap(role => [role, ...below(role.id)])
  return below(null)
}

const KINDS = [
  ['deal', 'deals'],
  ['lead', 'leads'],
  ['person', 'people'],
  ['org', 'organizations'],
  ['product', 'products'],
] as const
const VISIBILITIES = [
  { id: '1', label: 'Their owner' },
  { id: '3', label: "The owner's role" },
  { id: '5', label: "The owner's role and those below it" },
  { id: '7', label: 'Everybody' },
]
const QUESTIONS: readonly FormField[] = KINDS.map(([kind, label]) => ({
  name: `${kind}_default_visibility`,
  label: `New ${label} are seen by`,
  type: 'choice',
  choices: VISIBILITIES,
}))

/** Who sees what people of the role add, and which pipelines they see. */
function RolePage({ item }: PageProps<RoleWithLevel>) {
  const values = useSignal<Values | undefined>(undefined)
  const path = `/v1/roles/${item.id}` as const
  async function read() {
    const [settings, visible] = await Promise.all([
      call<RoleSettings>(`GET ${path}/settings`),
      call<{ pipeline_ids: number[] }>(`GET ${path}/pipelines`),
    ])
    const answers = Object.entries(settings.data).map(([name, value]) => [name, String(value)])
    values.value = { ...Object.fromEntries(answers), pipelines: visible.data.pipeline_ids.map(String) }
  }
  useEffect(() => void read().catch(tellProblem), [item.id])

  async function save(given: Values) {
    for (const { name } of QUESTIONS)
      if (given[name] !== values.value?.[name])
        await call(`POST ${path}/settings`, { body: { setting_key: name, value: Number(given[name]) } })
    const shown = Array.isArray(given.pipelines) ? given.pipelines.map(Number) : []
    const remove = pipelines.value.map(({ id }) => id).filter(id => !shown.includes(id))
    await call(`PUT ${path}/pipelines`, { body: { visible_pipeline_ids: { add: shown, remove } } })
    await read()
    tell(`Saved what ${item.name} sees`)
  }

  if (!values.value) return <p class="loading">Loading …</p>
  const choices = pipelines.value.map(({ id, name }) => ({ id: String(id), label: name }))
  const pipelineQuestion: FormField = {
    name: 'pipelines',
    label: 'Pipelines that people of this role see',
    type: 'choices',
    choices,
    hint: 'Admins of sales see all.',
  }
  return (
    <section aria-label="Visibility">
      <h2>Visibility</h2>
      <Form
        key={JSON.stringify(values.value)}
        fields={[...QUESTIONS, pipelineQuestion]}
        values={values.value}
        verb="Save visibility"
        save={save}
      />
    </section>
  )
}
