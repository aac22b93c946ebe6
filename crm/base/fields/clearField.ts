import type { Database } from '@portico/kit/database/database'
import { fragment } from '@portico/kit/database/sql'
import { addJob } from '@portico/kit/jobs/jobs'
import type { CrmServices } from '../api/context.ts'
import type { RecordTable } from '../changes/write.ts'
import { type Change, type Cleared, clearTable, findField, forgetField } from './clearFieldStore.ts'

export const CLEAR_FIELD = 'crm:clear-field'

/** Work left behind by a deletion: of a whole field, or of some of its options. */
export interface ClearField {
  companyId: number
  fieldId: number
  optionIds?: number[]
  /** Set in the second round, which also forgets the field. */
  last?: boolean
}

/** A write that was under way when the field was deleted may still bring a value in: a second round comes later. */
const SECOND_ROUND = 3_600_000

export function clearFieldTask({ database }: CrmServices) {
  return (work: ClearField) => clearField(database, work)
}

/** Takes the values of deleted fields and options out of the records, some thousand rows at a time. */
export async function clearField(database: Database, work: ClearField): Promise<void> {
  const field = await findField(database, work)
  if (!field || (!work.optionIds && !field.deleted)) return
  const change = work.optionIds ? withoutOptions(field, work.optionIds) : withoutField(field)
  for (const table of tablesOf(field)) await clearTable(database, work.companyId, table, change)
  if (work.optionIds) return
  await database.write(async sql => {
    if (work.last) await forgetField(sql, work)
    else await addJob(sql, CLEAR_FIELD, { ...work, last: true }, { runAt: new Date(Date.now() + SECOND_ROUND) })
  })
}

/** Leads carry the custom fields of deals. */
function tablesOf({ entity, is_custom }: Cleared): RecordTable[] {
  return entity === 'deal' && is_custom ? ['deal', 'lead'] : [entity]
}

function withoutField({ key }: Cleared): Change {
  return { set: fragment`custom = t.custom - ${key}::text`, where: fragment`t.custom ? ${key}::text` }
}

function withoutOptions({ key, type, is_custom }: Cleared, ids: number[]): Change {
  const gone = fragment`${ids}::bigint[]`
  if (!is_custom && type === 'set')
    return {
      set: fragment`${fragment(key)} = array(select id from unnest(t.${fragment(key)}) with ordinality l (id, place) where id <> all(${gone}) order by place)`,
      where: fragment`t.${fragment(key)} && ${gone}`,
    }
  if (!is_custom) return { set: fragment`${fragment(key)} = null`, where: fragment`t.${fragment(key)} = any(${gone})` }
  const value = fragment`t.custom -> ${key}::text`
  if (type === 'enum')
    return {
      set: fragment`custom = t.custom - ${key}::text`,
      where: fragment`t.custom ? ${key}::text and (${value})::bigint = any(${gone})`,
    }
  const left = fragment`(select jsonb_agg(item order by place) from jsonb_array_elements(${value}) with ordinality l (item, place)
    where item::bigint <> all(${gone}))`
  return {
    set: fragment`custom = case when ${left} is null then t.custom - ${key}::text
      else jsonb_set(t.custom, array[${key}::text], ${left}) end`,
    where: fragment`t.custom ? ${key}::text and exists (select from jsonb_array_elements(${value}) item where item::bigint = any(${gone}))`,
  }
}
