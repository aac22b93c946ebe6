import type { Crm } from '../../base/api/context.ts'
import type { Field, Fields } from '../../base/fields/catalog.ts'
import { fieldsOf } from '../../base/fields/check.ts'
import type { FieldTable } from '../../base/fields/declaration.ts'
import { organizationFields } from '../../contacts/organizations/fields.ts'
import { personFields } from '../../contacts/persons/fields.ts'
import { dealFields } from '../../sales/deals/fields.ts'
import { productFields } from '../../sales/products/fields.ts'

/** Kinds of records that a row can hold, in the order in which they are written: later ones name earlier ones. */
export const IMPORT_KINDS = ['organization', 'person', 'deal', 'product'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

/** What a column of a file can be: a field of a kind, or a part of one. */
export interface Target {
  /** `person.emails#work`, `deal.value`, `organization.custom.KEY`. */
  id: string
  kind: ImportKind
  /** The key of the field in v2. */
  key: string
  part: string | undefined
  /** For people. */
  label: string
  type: string
  isCustom: boolean
  options: Field['options']
}

export const KIND_LABELS: Readonly<Record<ImportKind, string>> = {
  organization: 'Organization',
  person: 'Person',
  deal: 'Deal',
  product: 'Product',
}

/** Fields of every company, in the order in which they are offered; what a row cannot say is left out. */
const OFFERED: Readonly<Record<ImportKind, readonly string[]>> = {
  organization: [
    'name',
    'address',
    'website',
    'linkedin',
    'industry',
    'annual_revenue',
    'employee_count',
    'owner_id',
    'label_ids',
    'visible_to',
    'id',
  ],
  person: [
    'name',
    'first_name',
    'last_name',
    'emails',
    'phones',
    'job_title',
    'birthday',
    'notes',
    'postal_address',
    'owner_id',
    'label_ids',
    'visible_to',
    'id',
  ],
  deal: [
    'title',
    'value',
    'currency',
    'pipeline_id',
    'stage_id',
    'status',
    'probability',
    'expected_close_date',
    'lost_reason',
    'owner_id',
    'label_ids',
    'visible_to',
    'id',
  ],
  product: ['name', 'code', 'description', 'category', 'unit', 'tax', 'prices', 'owner_id', 'visible_to', 'id'],
}

const TABLES: Readonly<Record<ImportKind, FieldTable>> = {
  organization: organizationFields,
  person: personFields,
  deal: dealFields,
  product: productFields,
}

/** Parts of a field that are columns of their own. */
const PARTS: Readonly<Record<string, readonly (readonly [part: string, label: string])[]>> = {
  emails: [
    ['work', 'Email'],
    ['home', 'Email (home)'],
    ['other', 'Email (other)'],
  ],
  phones: [
    ['work', 'Phone'],
    ['mobile', 'Phone (mobile)'],
    ['home', 'Phone (home)'],
    ['other', 'Phone (other)'],
  ],
  prices: [
    ['price', 'Unit price'],
    ['currency', 'Currency'],
  ],
}

/** Types of the company's own fields whose values are in two columns. */
const TYPE_PARTS: Readonly<Record<string, readonly (readonly [part: string, label: string])[]>> = {
  monetary: [
    ['value', ''],
    ['currency', ' (currency)'],
  ],
  daterange: [
    ['value', ' (from)'],
    ['until', ' (until)'],
  ],
  timerange: [
    ['value', ' (from)'],
    ['until', ' (until)'],
  ],
}

/** Everything that a column can be in this company. */
export async function targetsFor(crm: Crm): Promise<Target[]> {
  const all: Target[] = []
  for (const kind of IMPORT_KINDS) all.push(...targetsOf(kind, await fieldsOf(crm, kind)))
  return all
}

export function targetsOf(kind: ImportKind, fields: Fields): Target[] {
  const own = OFFERED[kind].flatMap((key): Target[] => {
    const declared = TABLES[kind][key]
    const { name = declared?.name ?? key, options = [] } = fields.byKey.get(key) ?? {}
    const whole = { kind, key, type: declared?.type ?? 'varchar', isCustom: false, options }
    const parts = PARTS[key]
    if (!parts) return [{ ...whole, id: `${kind}.${key}`, part: undefined, label: name }]
    return parts.map(([part, label]) => ({ ...whole, id: `${kind}.${key}#${part}`, part, label }))
  })
  const custom = fields.custom.flatMap(({ key, name, type, options }): Target[] => {
    const whole = { kind, key, type, isCustom: true, options }
    const parts = TYPE_PARTS[type]
    if (!parts) return [{ ...whole, id: `${kind}.custom.${key}`, part: undefined, label: name }]
    return parts.map(([part, label]) => ({ ...whole, id: `${kind}.custom.${key}#${part}`, part, label: name + label }))
  })
  return [...own, ...custom]
}
