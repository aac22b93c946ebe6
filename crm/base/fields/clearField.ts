import type { Database } from '@portico/kit/database/database'
import { type Fragment, fragment } from '@portico/kit/database/sql'
import { addJob } from '@portico/kit/jobs/jobs'
import type { CrmServices } from '../api/context.ts'
import type { FieldEntity } from './catalog.ts'

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
const BATCH = 2_000

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
    if (work.last) await sql`delete from crm.field where company_id = ${work.companyId} and id = ${work.fieldId}`
    else await addJob(sql, CLEAR_FIELD, { ...work, last: true }, { runAt: new Date(Date.now() + SECOND_ROUND) })
  })
}

/** Leads carry the custom fields of deals. */
function tablesOf({ entity, is_custom }: Cleared): string[] {
  return entity === 'deal' && is_custom ? ['deal', 'lead'] : [entity]
}

interface Cleared {
  entity: FieldEntity
  key: string
  type: string
  is_custom: boolean
  deleted: boolean
}

async function findField(database: Database, { companyId, fieldId }: ClearField): Promise<Cleared | undefined> {
  const [field] = await database.read(
    sql => sql<Cleared[]>`
      select entity, key, type, is_custom, deleted_time is not null as deleted from crm.field
      where company_id = ${companyId} and id = ${fieldId}`,
  )
  return field
}

/** What happens to a row of `t`, and to which rows. */
interface Change {
  set: Fragment
  where: Fragment
}

async function clearTable(database: Database, companyId: number, table: string, change: Change): Promise<void> {
  let after: string | undefined
  do {
    const [batch] = await database.write(
      sql => sql<{ last: string | null }[]>`
        with batch as (
          select id from crm.${sql(table)} where company_id = ${companyId} ${after ? sql`and id > ${after}` : sql``}
          order by id limit ${BATCH}
        ), cleared as (
          update crm.${sql(table)} t set ${change.set} from batch
          where t.company_id = ${companyId} and t.id = batch.id and ${change.where}
        )
        select (select id::text from batch order by id desc limit 1) as last`,
    )
    after = batch?.last ?? undefined
  } while (after)
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
