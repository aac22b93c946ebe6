import { type Fragment, fragment, joined } from '@portico/kit/database/sql'
import type { Static, TObject, TSchema } from 'typebox'
import type { Fields } from './catalog.ts'
import { type FieldDeclaration, type FieldTable, fieldValue, type Plain } from './declaration.ts'
import { type CustomType, PARTS } from './types.ts'

/** What the parts of a resource take from its table of fields, computed once when the module is loaded. */

type PlainKey<Table> = { [Key in keyof Table]: Table[Key] extends { plain: Plain } ? Key : never }[keyof Table]

type InputSchemas<Table> = {
  [Key in PlainKey<Table>]: Table[Key] extends { plain: Plain<infer Input, TSchema> } ? Input : never
}

type OutputSchemas<Table> = {
  [Key in PlainKey<Table>]: Table[Key] extends { plain: Plain<TSchema, infer Output> } ? Output : never
}

/** The values of the plain fields in an input. */
export type PlainValues<Table> = { [Key in PlainKey<Table>]?: Static<InputSchemas<Table>[Key]> | undefined }

/** The schemas of the plain fields in a body. */
export function plainInput<Table extends FieldTable>(table: Table): InputSchemas<Table> {
  return plainPart(table, plain => plain.input) as InputSchemas<Table>
}

/** The schemas of the plain fields in a reply. */
export function plainShape<Table extends FieldTable>(table: Table): OutputSchemas<Table> {
  return plainPart(table, plain => plain.output) as OutputSchemas<Table>
}

/** The plain fields of a body. */
export function plainFrom<Table extends FieldTable>(
  table: Table,
  body: Static<TObject<InputSchemas<Table>>>,
): PlainValues<Table> {
  const given = body as Record<string, unknown>
  return plainPart(table, (_, key) => given[key]) as PlainValues<Table>
}

function plainPart<T>(table: FieldTable, part: (plain: Plain, key: string) => T): Record<string, T> {
  return Object.fromEntries(
    Object.entries(table).flatMap(([key, { plain }]) => (plain ? [[key, part(plain, key)] as const] : [])),
  )
}

/** The columns of the plain fields on the wire, `o.website, o.linkedin`, for the table under an alias. */
export function plainColumns(table: FieldTable, alias: string): Fragment {
  const columns = Object.entries(table).flatMap(([key, declared]) => {
    if (!declared.plain) return []
    const column = fieldValue(key, declared, alias)
    const { wire } = declared.plain
    return wire || declared.column ? [fragment`${wire?.(column) ?? column} as ${fragment(key)}`] : [column]
  })
  return joined(columns, ', ')
}

/** Makes the function that finds in an input what its table stores as it comes, by column. */
export function storedValues(table: FieldTable): (input: object) => Record<string, unknown> {
  const stored = Object.entries(table).filter(([, { write }]) => write === 'stored')
  return input => {
    const given = input as Record<string, unknown>
    const values: Record<string, unknown> = {}
    for (const [key, { column = key, plain }] of stored) {
      const value = given[key]
      if (value !== undefined) values[column] = plain?.emptyIsNull && value === '' ? null : value
    }
    return values
  }
}

/** The columns that a survivor of a merge fills from the other record, or adds the entries of. */
export function mergedColumns(table: FieldTable, how: 'fill' | 'join'): string[] {
  return Object.entries(table).flatMap(([key, { merge, column = key }]) => (merge === how ? [column] : []))
}

/** What v1 lists are sorted by, under the names of both versions: the fields stored with a record, and the company's own. */
export function sortColumnsV1(table: FieldTable, alias: string): (fields?: Fields) => Record<string, Fragment> {
  const own = Object.fromEntries(
    Object.entries(table)
      .filter(([, declared]) => isSortable(declared))
      .flatMap(([key, declared]) => {
        const value = sortValue(key, declared, alias)
        return [[declared.v1 ?? key, value] as const, [key, value] as const]
      }),
  )
  return fields => ({
    ...own,
    ...Object.fromEntries(fields?.custom.map(({ key, type }) => [key, customSortValue(key, type, alias)]) ?? []),
  })
}

export function isSortable({ type, computed }: FieldDeclaration): boolean {
  return !computed && !UNORDERED.has(type)
}

const UNORDERED: ReadonlySet<string> = new Set(['activity', 'json', 'picture', 'price_list'])

function sortValue(key: string, declared: FieldDeclaration, alias: string): Fragment {
  const value = fieldValue(key, declared, alias)
  return declared.type === 'address' ? fragment`(${value} ->> 'value')` : value
}

const NUMBERS: ReadonlySet<string> = new Set(['double', 'monetary', 'user', 'org', 'people', 'enum', 'visible_to'])

function customSortValue(key: string, type: string, alias: string): Fragment {
  const custom = fragment`${fragment(alias)}.custom`
  const text = PARTS[type as CustomType] ? fragment`${custom} -> ${key} ->> 'value'` : fragment`${custom} ->> ${key}`
  return NUMBERS.has(type) ? fragment`(${text})::numeric` : fragment`(${text})`
}
