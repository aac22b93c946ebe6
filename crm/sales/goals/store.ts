import { failure } from '@portico/kit/api/failure'
import { type Fragment, fragment } from '@portico/kit/database/sql'
import { andMaySeePipeline } from '../../base/access/visibility.ts'
import type { Crm } from '../../base/api/context.ts'
import { maySeeUser } from '../../company/users/access.ts'
import type { GoalValues } from './rules.ts'

export interface GoalRow extends GoalValues {
  id: string
  owner_id: number
  is_deleted: boolean
  version: number
}

/** The columns of a `GoalRow`, of `crm.goal g`. */
export const goalRowColumns: Fragment = fragment`
  g.id, g.owner_id, g.is_deleted, g.version, g.title, g.type_name, g.pipeline_ids, g.stage_id, g.activity_type_ids,
  g.assignee_type, g.assignee_id, g.target::float8, g.tracking_metric, g.currency_id, g.interval,
  g.duration_start::text, g.duration_end::text`

/** A goal of the company, deleted or not. */
export async function findGoal({ sql, actor }: Crm, id: string, lock: Fragment = sql``): Promise<GoalRow> {
  const [goal] = await sql<GoalRow[]>`
    select ${goalRowColumns} from crm.goal g where g.company_id = ${actor.companyId} and g.id = ${id} ${lock}`
  if (!goal) throw failure('missing', 'Goal not found')
  return goal
}

/** The same, locked for the rest of the transaction. */
export function lockGoal(crm: Crm, id: string): Promise<GoalRow> {
  return findGoal(crm, id, crm.sql`for update`)
}

/** Records that a goal names. What is null is not asked about. */
export type GoalReferences = Pick<
  GoalValues,
  'assignee_type' | 'pipeline_ids' | 'stage_id' | 'activity_type_ids' | 'currency_id'
> & { assignee_id: number | null }

/** The first of them that is not there for the caller: the field, and the id. */
export async function missingReference({ sql, actor }: Crm, goal: GoalReferences) {
  const { assignee_type, assignee_id, pipeline_ids, stage_id, activity_type_ids, currency_id } = goal
  const [missing] = await sql<{ field: string; id: number }[]>`
    select * from (
      select 1 as nr, 'assignee.id' as field, ${assignee_id}::bigint as id where ${assignee_id}::bigint is not null and not (
        (${assignee_type} = 'company' and ${assignee_id}::bigint = ${actor.companyId}::bigint)
        or (${assignee_type} = 'person' and exists (select from crm.app_user u
          where u.company_id = ${actor.companyId} and u.id = ${assignee_id} and not u.is_deleted and ${maySeeUser(actor)}))
        or (${assignee_type} = 'team' and exists (select from crm.team t
          where t.company_id = ${actor.companyId} and t.id = ${assignee_id} and not t.is_deleted)))
      union all
      select 2, 'type.params.pipeline_id', wanted.id from unnest(${pipeline_ids ?? []}::bigint[]) wanted (id)
      left join crm.pipeline p on p.company_id = ${actor.companyId} and p.id = wanted.id and not p.is_deleted ${andMaySeePipeline(actor, 'p.id')}
      where p.id is null
      union all
      select 3, 'type.params.stage_id', ${stage_id}::bigint where ${stage_id}::bigint is not null and not exists (select from crm.stage s
        where s.company_id = ${actor.companyId} and s.id = ${stage_id} and not s.is_deleted ${andMaySeePipeline(actor, 's.pipeline_id')}
          and (${pipeline_ids}::bigint[] is null or s.pipeline_id = any(${pipeline_ids}::bigint[])))
      union all
      select 4, 'type.params.activity_type_id', wanted.id from unnest(${activity_type_ids ?? []}::bigint[]) wanted (id)
      left join crm.activity_type t on t.company_id = ${actor.companyId} and t.id = wanted.id where t.id is null
      union all
      select 5, 'expected_outcome.currency_id', ${currency_id}::bigint where ${currency_id}::bigint is not null
        and not exists (select from crm.currency m where m.company_id = ${actor.companyId} and m.id = ${currency_id})
    ) missing order by nr limit 1`
  return missing
}

/** The currency that sums of the company are in when nobody says. */
export async function ownCurrencyId({ sql, actor }: Crm): Promise<number> {
  const [own] = await sql<{ id: number }[]>`
    select m.id from crm.currency m where m.company_id = ${actor.companyId} and m.code = ${actor.defaultCurrency}`
  if (!own)
    throw failure('invalid', 'expected_outcome.currency_id is required', { field: 'expected_outcome.currency_id' })
  return own.id
}

export async function currencyCode({ sql, actor }: Crm, id: number): Promise<string> {
  const [currency] = await sql<{ code: string }[]>`
    select code from crm.currency where company_id = ${actor.companyId} and id = ${id}`
  return currency?.code ?? ''
}
