import { fragment, plainText } from '@portico/kit/database/sql'
import type { Crm } from '../api/context.ts'
import type { ShownThen, Told, ToldByFeed } from './told.ts'

/** For kinds that have no other way to read several by their ids: those that are not deleted, in the given columns. */
export function shownInColumns(
  { table, alias, idType, maySee }: Pick<Told, 'table' | 'alias' | 'idType' | 'maySee'>,
  {
    columns,
    joins = fragment``,
    isPresent = fragment`true`,
  }: Partial<ShownThen> & Pick<ShownThen, 'columns'> & { isPresent?: ShownThen['columns'] },
): ToldByFeed['show'] {
  return async ({ sql, actor }: Crm, ids) => {
    const row = sql(alias)
    const rows = await sql<{ id: string; wire: string }[]>`
      select ${row}.id::text as id, (select row_to_json(w) from (select ${columns}) w)::text as wire
      from crm.${sql(table)} ${row} ${joins}
      where ${row}.company_id = ${actor.companyId} and ${row}.id = any(${ids}::text[]::${plainText(idType ?? 'bigint')}[])
        and ${isPresent} and ${maySee(actor)}`
    return new Map(rows.map(({ id, wire }) => [id, wire]))
  }
}
