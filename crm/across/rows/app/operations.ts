import { failure } from '@portico/kit/api/failure'
import { Id, listOf, oneOf, optional } from '@portico/kit/api/schemas'
import { refuseUnstorable } from '@portico/kit/api/storable'
import { validate } from '@portico/kit/api/validate'
import { fragment as sql } from '@portico/kit/database/sql'
import Type, { type Static } from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { app } from '../../../base/api/operation.ts'
import { COMPARABLE } from '../../../base/fields/comparisons.ts'
import { CustomFields, LIMITS } from '../../../base/limits/atRest.ts'
import { nextCursor } from '../../../base/lists/cursor.ts'
import { changeRows } from '../changes.ts'
import { chosenRows, RowsFilter } from '../chosen.ts'
import { allColumns, columnsNamed, isEditable, type RowColumn } from '../columns.ts'
import { csvColumns } from '../csvColumns.ts'
import { exportRows } from '../exportRows.ts'
import { ROW_KINDS, ROWS, type RowKind } from '../kinds.ts'
import type { RowOrder } from '../order.ts'
import { shownRow } from '../shown.ts'
import { sortKey } from '../sortKey.ts'
import { countRows, selectRows } from '../store.ts'
import { Row, RowColumnShape, RowCount, RowsChanged } from './shape.ts'

const Kind = oneOf(ROW_KINDS)
const Code = Type.String({ minLength: 1, maxLength: 255 })

const { conditions: _, ...plainFilter } = RowsFilter.properties
const filterQuery = {
  ...plainFilter,
  conditions: optional(Type.String({ description: 'Like those of a stored filter, as JSON' })),
}
type FilterQuery = Omit<RowsFilter, 'conditions'> & { conditions?: string | undefined }

/** Counting goes no further: nobody reads ten thousand rows one by one. */
const MOST_COUNTED = 10_000

const getRows = app({
  route: 'GET /rows',
  summary: 'Get records of a kind as rows of a list: chosen columns, sorted by any of them',
  query: {
    kind: Kind,
    columns: optional(listOf(Code, { maxItems: 40 })),
    sort: optional(Type.String({ maxLength: 256, description: 'A column; a minus before it sorts downwards' })),
    ids: optional(listOf(Id, { maxItems: 200, description: 'Only these, as far as they are in the list' })),
    ...filterQuery,
    limit: optional(Type.Integer({ minimum: 1, maximum: 200, default: 100 })),
    cursor: optional(Type.String()),
  },
  reply: Type.Array(Row),
  beside: nextCursor,
  cost: 20,
  async run({ query }, crm) {
    const kind = ROWS[query.kind]
    const wanted = await columnsNamed(crm, kind, query.columns ?? [], 'columns')
    const order = await orderOf(crm, kind, query.sort ?? kind.title)
    const chosen = await chosenRows(crm, kind, filterFrom(query))
    const where = query.ids ? sql`${chosen} and r.id = any(${query.ids}::bigint[])` : chosen
    const { limit = 100, cursor } = query
    return selectRows(crm, kind, where, await shownRow(crm, kind, wanted), { order, cursor, limit })
  },
})

const getRowCount = app({
  route: 'GET /rows/count',
  summary: 'Count the rows of a list, up to ten thousand',
  query: { kind: Kind, ...filterQuery },
  reply: RowCount,
  cost: 20,
  async run({ query }, crm) {
    const kind = ROWS[query.kind]
    const count = await countRows(crm, kind, await chosenRows(crm, kind, filterFrom(query)), MOST_COUNTED + 1)
    return { count: Math.min(count, MOST_COUNTED), is_exact: count <= MOST_COUNTED }
  },
})

const getRowColumns = app({
  route: 'GET /rows/columns',
  summary: 'Get the columns that a list of a kind can have, those of related records too',
  query: { kind: Kind },
  reply: Type.Array(RowColumnShape),
  cost: 10,
  async run({ query }, crm) {
    const kind = ROWS[query.kind]
    return (await allColumns(crm, kind)).map(column => columnShown(crm, kind, column))
  },
})

const changeSeveralRows = app({
  route: 'POST /rows/changes',
  summary: 'Change rows of a list together; each value that is refused is named',
  body: {
    kind: Kind,
    rows: Type.Array(
      Type.Object({
        id: Id,
        version: optional(Type.Integer({ minimum: 1, description: 'Refused when the row has another by now' })),
        values: CustomFields,
      }),
      { minItems: 1, maxItems: LIMITS.upsertRecords },
    ),
    skip_refused: optional(Type.Boolean({ description: 'Change what can be changed, and say of the rest why not' })),
  },
  reply: RowsChanged,
  cost: 50,
  async run({ body }, crm) {
    if (crm.call.request.headers.has('if-match'))
      throw failure('invalid', 'If-Match is for one record: send the version of each row instead', {
        field: 'if-match',
      })
    return changeRows(crm, ROWS[body.kind], body.rows, { skipRefused: body.skip_refused ?? false })
  },
})

const exportSeveralRows = app({
  route: 'POST /rows/export',
  summary: 'Download rows of a list as CSV: exactly these columns, in this order',
  description:
    'All that match `filter`, or those named by `ids`. The heads are known to imports; options, owners, stages and linked records are given by name.',
  rights: ['can_export_data_from_lists'],
  body: {
    kind: Kind,
    columns: Type.Array(Code, { minItems: 1, maxItems: 40 }),
    sort: optional(Type.String({ maxLength: 256 })),
    ids: optional(Type.Array(Id, { minItems: 1, maxItems: LIMITS.bulkNamed })),
    filter: optional(RowsFilter),
  },
  reply: Type.Unknown(),
  whole: true,
  cost: 100,
  transaction: 'none',
  async run({ body }, crm) {
    const kind = ROWS[body.kind]
    const wanted = await columnsNamed(crm, kind, body.columns, 'columns')
    const chosen = await chosenRows(crm, kind, body.filter ?? {})
    const text = exportRows(crm, {
      kind,
      where: body.ids ? sql`${chosen} and r.id = any(${body.ids}::bigint[])` : chosen,
      shown: await shownRow(crm, kind, wanted),
      columns: await csvColumns(crm, wanted),
      order: await orderOf(crm, kind, body.sort ?? kind.title),
      most: LIMITS.bulkRecords,
    })
    return new Response(text, {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${kind.filterType}.csv"`,
        'cache-control': 'private, no-store',
      },
    })
  },
})

export const rows = [getRows, getRowCount, getRowColumns, changeSeveralRows, exportSeveralRows]

/** `name`, or `-name` for the other direction. */
async function orderOf(crm: Crm, kind: RowKind, sort: string): Promise<RowOrder> {
  const isDescending = sort.startsWith('-')
  const code = isDescending ? sort.slice(1) : sort
  const [column] = await columnsNamed(crm, kind, [code], 'sort')
  const key = column && sortKey(crm.actor, kind, column)
  if (!key) throw failure('invalid', `sort cannot be ${code}: its values have no order`, { field: 'sort' })
  return { key, isDescending }
}

const Given = Type.Object({ conditions: Type.Index(RowsFilter, ['conditions']) })

/** The filter of a query, where conditions are a text. */
function filterFrom({ conditions, owner_id, pipeline_id, filter_id }: FilterQuery): RowsFilter {
  const plain = { owner_id, pipeline_id, filter_id }
  if (!conditions) return plain
  const given = { conditions: parsedConditions(conditions) }
  refuseUnstorable(given)
  validate(Given, given)
  return { ...plain, ...(given as Static<typeof Given>) }
}

function parsedConditions(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw failure('invalid', 'conditions must be JSON', { field: 'conditions' })
  }
}

function columnShown(crm: Crm, kind: RowKind, column: RowColumn): RowColumnShape {
  const { code, of, isRelated, field, declared } = column
  const options = declared?.options ?? field.options
  return {
    code,
    of,
    is_related: isRelated,
    is_sortable: sortKey(crm.actor, kind, column) !== undefined,
    is_editable: isEditable(column),
    is_filterable: COMPARABLE[field.type] !== undefined,
    field_id: field.id,
    field_code: field.key,
    field_name: field.name,
    field_type: field.type,
    is_custom_field: field.isCustom,
    options: options.length > 0 ? options.map(({ id, label, ...rest }) => ({ id, label, color: colorOf(rest) })) : null,
  }
}

function colorOf(option: { color?: string | null }): string | null {
  return option.color ?? null
}
