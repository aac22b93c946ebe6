import { type Fragment, fragment as sql } from '@portico/kit/sql'
import type { Fields } from '../../../base/fields/catalog.ts'
import { type CustomType, PARTS } from '../../../base/fields/types.ts'

/** What a v1 list of deals can be sorted by: the fields stored with a deal, and the company's own by their keys. */
export function sortableV1(fields: Fields): Readonly<Record<string, Fragment>> {
  return { ...COLUMNS, ...Object.fromEntries(fields.custom.map(({ key, type }) => [key, customValue(key, type)])) }
}

const COLUMNS: Readonly<Record<string, Fragment>> = {
  ...Object.fromEntries(
    [
      'id',
      'title',
      'value',
      'currency',
      'add_time',
      'update_time',
      'stage_change_time',
      'person_id',
      'org_id',
      'pipeline_id',
      'stage_id',
      'status',
      'expected_close_date',
      'won_time',
      'first_won_time',
      'lost_time',
      'lost_reason',
      'close_time',
      'archive_time',
      'probability',
      'visible_to',
    ].map(column => [column, sql`d.${sql(column)}`]),
  ),
  user_id: sql`d.owner_id`,
  creator_user_id: sql`d.creator_id`,
  label: sql`d.label_ids`,
}

const NUMBERS = new Set(['double', 'monetary', 'user', 'org', 'people', 'enum', 'visible_to'])

function customValue(key: string, type: string): Fragment {
  const text = PARTS[type as CustomType] ? sql`d.custom -> ${key} ->> 'value'` : sql`d.custom ->> ${key}`
  return NUMBERS.has(type) ? sql`(${text})::numeric` : sql`(${text})`
}
