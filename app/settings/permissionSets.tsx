import type { PermissionSet, PermissionSetWithContents } from '@portico/crm/company/permissionSets/shape'
import { call } from '../api/call.ts'
import { APP_NAMES, accessTerms } from './accessTerms.ts'
import type { Choice } from './form.tsx'
import type { SettingsListOf } from './listOf.ts'
import type { SectionProps } from './sections.ts'
import { SettingsList } from './settingsList.tsx'

/** Sets of rights, one for each part of the product; people get one of each part. */
export function PermissionSets({ base, rest }: SectionProps) {
  return <SettingsList of={SETS} base={base} rest={rest} />
}

let rights: readonly (Choice & { app: string })[] = []
const rightsOf = (app: string) => rights.filter(right => right.app === app)

const SETS: SettingsListOf<PermissionSetWithContents> = {
  title: 'Permission sets',
  explains: 'Everybody has one set for each part of the product. Admins of a part have every right of it.',
  one: 'permission set',
  read: async () => {
    const [{ data }, terms] = await Promise.all([call<PermissionSet[]>('GET /v1/permissionSets'), accessTerms()])
    rights = terms.rights.map(({ name, app, says }) => ({ id: name, label: says, app }))
    const whole = await Promise.all(
      data.map(({ id }) => call<PermissionSetWithContents>(`GET /v1/permissionSets/${id}`)),
    )
    const places = Object.keys(APP_NAMES)
    return whole
      .map(answer => answer.data)
      .toSorted((a, b) => places.indexOf(a.app) - places.indexOf(b.app) || a.name.localeCompare(b.name))
  },
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  groupOf: ({ app }) => APP_NAMES[app] ?? app,
  facts: ({ type, app, contents, assignment_count }) =>
    `${type === 'admin' ? 'every right' : `${contents.length} of ${rightsOf(app).length} rights`} · ${assignment_count} ${Number(assignment_count) === 1 ? 'person' : 'people'}`,
  empty: 'There are no permission sets.',
  fields: set => [
    ...(set && set.type !== 'custom' ? [] : [{ name: 'name', label: 'Name', type: 'text', required: true } as const]),
    ...(set
      ? [{ name: 'contents', label: 'People who have it may', type: 'choices', choices: rightsOf(set.app) } as const]
      : [
          {
            name: 'app',
            label: 'Part of the product',
            type: 'choice',
            choices: Object.entries(APP_NAMES).map(([id, label]) => ({ id, label })),
          } as const,
          ...Object.keys(APP_NAMES).map(
            app =>
              ({
                name: `contents ${app}`,
                label: 'People who have it may',
                type: 'choices',
                choices: rightsOf(app),
                when: (values: { app?: unknown }) => values.app === app,
              }) as const,
          ),
        ]),
  ],
  values: set => ({ name: set?.name ?? '', app: set?.app ?? 'sales', contents: set?.contents ?? [] }),
  add: {
    verb: 'Add a permission set',
    run: ({ name, app, ...values }) =>
      call('POST /app/api/permissionSets', { body: { name, app, contents: values[`contents ${app}`] ?? [] } }),
  },
  change: ({ id, type }, { name, contents }) =>
    call(`PUT /app/api/permissionSets/${id}`, { body: { contents, ...(type === 'custom' && { name }) } }),
  mayChange: ({ type }) => type !== 'admin',
  remove: {
    may: ({ type }) => type === 'custom',
    loses: ({ assignment_count }) =>
      assignment_count > 0
        ? `${assignment_count} people have it: give them another one first.`
        : 'Nobody has it. It cannot be brought back.',
    run: ({ id }) => call(`DELETE /app/api/permissionSets/${id}`),
  },
}
