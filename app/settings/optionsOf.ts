import type { FieldUse } from '@portico/crm/company/fields/app/use'
import { call } from '../api/call.ts'
import type { Values } from './form.tsx'
import type { SettingsListOf } from './listOf.ts'
import { COLOURS, swatch } from './swatch.tsx'

export type FieldKind = 'deal' | 'person' | 'organization' | 'product' | 'project'

export interface FieldOption {
  id: number | string
  label: string
  color: string | null
}

interface Of {
  kind: FieldKind
  code: string
  title: string
  one: string
  explains?: string
  empty: string
}

export const useOf = async (kind: FieldKind, code: string): Promise<FieldUse> =>
  (await call<FieldUse>(`GET /app/api/fieldUse/${encodeURIComponent(code)}?kind=${kind}`)).data

export const RECORDS: Readonly<Record<FieldKind, string>> = {
  deal: 'deals and leads',
  person: 'people',
  organization: 'organizations',
  product: 'products',
  project: 'projects',
}

/** The options of a field, which labels are too. The server takes them as a whole, in their order. */
export function optionsOf({ kind, code, ...words }: Of): SettingsListOf<FieldOption> {
  let all: readonly FieldOption[] = []
  const store = (options: readonly Partial<FieldOption>[]) =>
    call(`PUT /app/api/fieldOptions/${encodeURIComponent(code)}?kind=${kind}`, {
      body: { options: options.map(({ id, label, color }) => ({ id, label, color })) },
    })
  const given = ({ label, color }: Values) => ({ label: String(label), color: color ? String(color) : null })
  return {
    ...words,
    live: [`${kind}Field`],
    read: async () => {
      const { data } = await call<{ options: FieldOption[] | null }>(
        `GET /v2/${kind}Fields/${encodeURIComponent(code)}`,
      )
      all = data.options ?? []
      return all
    },
    idOf: ({ id }) => id,
    nameOf: ({ label }) => label,
    mark: ({ color }) => swatch(color),
    fields: () => [
      { name: 'label', label: 'Name', type: 'text', required: true },
      { name: 'color', label: 'Colour', type: 'colour', choices: COLOURS },
    ],
    values: option => ({ label: option?.label ?? '', color: option?.color ?? 'gray' }),
    add: {
      verb: `Add ${/^[aeiou]/.test(words.one) ? 'an' : 'a'} ${words.one}`,
      run: values => store([...all, given(values)]),
    },
    change: (option, values) =>
      store(all.map(each => (each.id === option.id ? { id: each.id, ...given(values) } : each))),
    move: (option, place) => {
      const rest = all.filter(each => each.id !== option.id)
      return store(rest.toSpliced(place - 1, 0, option))
    },
    remove: {
      loses: async option => {
        const { options } = await useOf(kind, code)
        const count = options.find(({ id }) => id === option.id)?.records ?? 0
        return count > 0
          ? `It is taken off ${count} ${RECORDS[kind]} that you see, for good.`
          : `None of the ${RECORDS[kind]} that you see has it.`
      },
      run: option => store(all.filter(each => each.id !== option.id)),
    },
  }
}
