import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import { maySee, type OwnedEntity } from '../../base/access/visibility.ts'
import type { RecordTable } from '../../base/changes/write.ts'
import type { FieldEntity, Fields } from '../../base/fields/catalog.ts'
import { fieldsOf } from '../../base/fields/check.ts'
import type { ExportKind } from './kind.ts'

/** Columns that say nothing outside of this server. */
export const INTERNAL = ['company_id', 'version', 'account_id', 'file_key', 'link_secret', 'settings', 'delete_time']

/** A kind whose records are told as their stored columns. */
export function rows(name: string, label: string, table: RecordTable, rest: Partial<ExportKind> = {}): ExportKind {
  return {
    name,
    label,
    table,
    logged: table,
    alias: 'r',
    idType: 'bigint',
    maySee: () => sql`true`,
    wire: async () => stored(),
    ...rest,
  }
}

export function stored(beside: Fragment = sql`'{}'::jsonb`): Fragment {
  return sql`((to_jsonb(r) - ${INTERNAL}::text[]) || ${beside})`
}

/** The same for what is not in the log. */
export function beside(name: string, label: string, table: string, rest: Partial<ExportKind> = {}): ExportKind {
  const { logged: _, ...kind } = rows(name, label, 'deal', rest)
  return { ...kind, table }
}

/** Kinds that v2 shows. */
export function shown(
  columns: (fields: Fields, then: Fragment | undefined) => Fragment,
  customFieldsOf: FieldEntity,
): Pick<ExportKind, 'wire' | 'customFieldsOf'> {
  return {
    customFieldsOf,
    wire: async (crm, then) => rowOf(columns(await fieldsOf(crm, customFieldsOf), then)),
  }
}

export function rowOf(columns: Fragment): Fragment {
  return sql`(select row_to_json(w) from (select ${columns}) w)`
}

/** Those of which the caller may see the record that they belong to. */
export function ofSeen(entity: OwnedEntity, column: string): Pick<ExportKind, 'maySee'> {
  return {
    maySee: actor =>
      actor.isAdmin
        ? sql`true`
        : sql`exists (select from crm.${sql(entity)} its where its.company_id = ${actor.companyId}
            and its.id = r.${sql(column)} and ${maySee(actor, entity, 'its')})`,
  }
}
