import type { Answered } from '@portico/kit/api/answer'
import { failure } from '@portico/kit/api/failure'
import { withFields } from '@portico/kit/api/json'
import { Id, optional } from '@portico/kit/api/schemas'
import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import Type, { type Static } from 'typebox'
import type { Crm } from '../../base/api/context.ts'
import { fieldsOf } from '../../base/fields/check.ts'
import type { FieldTable } from '../../base/fields/declaration.ts'
import { sortColumnsV1 } from '../../base/fields/derive.ts'
import { filterCondition } from '../../base/lists/storedFilter.ts'
import { offsetPage, offsetQuery, pageOf, sortOf } from '../../base/lists/v1/offset.ts'
import type { Related } from '../../base/records/v1/relatedStore.ts'
import { oneRecordV1, textV1, type WireRowV1 } from '../../base/records/v1/wire.ts'
import { contactRelatedObjects, type PictureV1 } from './contacts.ts'

/** One kind of contacts on the v1 wire. */
interface ContactKindV1<Row> {
  entity: 'person' | 'organization'
  /** As a message calls it. */
  name: string
  /** Of its table in the conditions that lists are given. */
  alias: string
  filters: 'people' | 'org'
  fields: FieldTable
  select(crm: Crm, where: Fragment, orderBy: Fragment, page: { start: number; limit: number }): Promise<Row[]>
  relatedOf(rows: readonly Row[]): Related
  pictureOf?(row: Row): Static<typeof PictureV1> | null
}

type Fields = Record<string, unknown>

export interface PageQuery {
  sort?: string | undefined
  start?: number | undefined
  limit?: number | undefined
}

/** What the v1 lists of persons and of organizations can be asked for. */
export const contactsQuery = {
  user_id: optional(Id),
  filter_id: optional(Id),
  first_char: optional(Type.String({ minLength: 1, maxLength: 1 })),
  sort: optional(Type.String()),
  ...offsetQuery,
}

export interface ContactsQuery extends PageQuery {
  user_id?: number | undefined
  filter_id?: number | undefined
  first_char?: string | undefined
}

/** Reads contacts of one kind in v1 with their related objects: every v1 answer about them ends here. */
export function contactsV1<Shape, Row extends WireRowV1>(kind: ContactKindV1<Row>) {
  const { entity, name, alias, select } = kind
  const table = sql(alias)
  const sortColumns = sortColumnsV1(kind.fields, alias)

  function related(crm: Crm, rows: readonly Row[]): Promise<Record<string, unknown>> {
    return contactRelatedObjects(
      crm,
      kind.relatedOf(rows),
      rows.map(row => kind.pictureOf?.(row) ?? null),
    )
  }

  /** One page of those that `where` selects. */
  async function page(crm: Crm, where: Fragment, query: PageQuery): Promise<Answered<Shape[] | null>> {
    const page = pageOf(query)
    const fields = await fieldsOf(crm, entity)
    const order = sortOf(query.sort, sortColumns(fields), sql`${table}.id`)
    const rows = await select(crm, where, order, { ...page, limit: page.limit + 1 })
    const texts = rows.map(row => textV1(fields, row))
    return offsetPage<Shape>(texts, page, { related_objects: await related(crm, rows) })
  }

  /** One page of all, or of those that a filter, an owner or a first letter selects. */
  async function list(crm: Crm, query: ContactsQuery): Promise<Answered<Shape[] | null>> {
    const { user_id, first_char, filter_id } = query
    const where = filter_id
      ? await filterCondition(crm, kind.filters, filter_id, alias)
      : sql`true ${user_id ? sql`and ${table}.owner_id = ${user_id}` : sql``}
          ${first_char ? sql`and lower(left(${table}.name, 1)) = lower(${first_char})` : sql``}`
    return page(crm, sql`not ${table}.is_deleted and ${where}`, query)
  }

  /** One contact, deleted or not; `more` gives fields that only some calls show, out of those that all do. */
  async function one(
    crm: Crm,
    id: number,
    { additional_data, more }: { additional_data?: object; more?: (written: Shape) => Fields | Promise<Fields> } = {},
  ): Promise<Answered<Shape>> {
    const rows = await select(crm, sql`${table}.id = ${id}`, sql`${table}.id`, { start: 0, limit: 1 })
    const [row] = rows
    if (!row) throw failure('missing', `${name} not found`)
    const shown = more ? { ...row, wire: withFields(row.wire, await more(JSON.parse(row.wire))) } : row
    return oneRecordV1<Shape>(await fieldsOf(crm, entity), shown, name, {
      beside: { ...(additional_data && { additional_data }), related_objects: await related(crm, rows) },
    })
  }

  return { page, list, one }
}
