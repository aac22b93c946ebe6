import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import type { Crm } from '../../base/api/context.ts'
import { addUp, notConverted } from '../../company/currencies/convertCurrency.ts'
import { findTarget } from '../../company/currencies/targetStore.ts'
import { maySeeActivity } from '../../work/activities/visibility.ts'
import { type AskedDays, dayAfter } from '../deals/keptDays.ts'
import { type SummedDeals, type Summing, sumParts } from '../deals/sumsStore.ts'
import { type Counted, countMatching } from './resultStore.ts'
import type { GoalType, Period } from './rules.ts'
import { currencyCode, type GoalRow } from './store.ts'

/**
 * How far a goal was reached in some days, of what the caller may see. What happened when is history: the times stored
 * with deals and activities, and moves between stages in the change log. Whose it is and what it is worth is as it
 * stands now.
 */
export async function goalResult(crm: Crm, goal: GoalRow, period: Period) {
  const measured = MEASURED[goal.type_name](crm, goal, daysOf(period))
  if (!('deals' in measured)) return { progress: await countMatching(crm, measured) }
  if (goal.tracking_metric === 'quantity' || goal.currency_id === null)
    return {
      progress: (await sumParts(crm, {}, measured.deals, undefined)).reduce((count, sum) => count + sum.count, 0),
    }
  const target = await findTarget(crm, await currencyCode(crm, goal.currency_id))
  if (!target) throw new Error(`goal ${goal.id} is in a currency that is gone`)
  const sums = await sumParts(crm, {}, measured.deals, target)
  return { progress: addUp(sums.map(sum => sum.converted)), ...notConverted(sums, sum => sum.converted !== null) }
}

/** Which deals count, over `crm.deal d` or groups of them, some in one way and some in another; or what else is counted. */
type Measured = { deals: readonly SummedDeals[] } | Counted

/** Whether a time lies within the days of the period. */
type Within = (column: Fragment) => Fragment

interface Days {
  within: Within
  asked: AskedDays
}

function daysOf({ start, end }: Period): Days {
  return {
    within: column => sql`${column} >= ${start}::date and ${column} < ${end}::date + 1`,
    asked: { borders: [start, dayAfter(end)] },
  }
}

const MEASURED: Record<GoalType, (crm: Crm, goal: GoalRow, days: Days) => Measured> = {
  deals_won: (_, goal, days) => ({ deals: [wonDeals(goal, days)] }),

  deals_started: (crm, goal, { within, asked }) =>
    goal.pipeline_ids === null
      ? { deals: [deals(goal, within(sql`d.add_time`), { along: 'add_time', days: asked })] }
      : { deals: [deals(goal, sql`d.id in (${addedIn(crm, within, inPipelines(goal, sql`first.pipeline_id`))})`)] },

  deals_progressed: (crm, goal, { within }) => ({
    deals: [deals(goal, sql`d.id in (${enteredStage(crm, goal, within)})`)],
  }),

  activities_completed: (crm, goal, { within }) =>
    activities(crm, goal, sql`a.done and ${within(sql`a.marked_as_done_time`)}`),

  activities_added: (crm, goal, { within }) => activities(crm, goal, within(sql`a.add_time`)),

  /** Won deals on the day they were won, and open ones by their probability on the day they are expected to close. */
  revenue_forecast: (_, goal, days) => ({
    deals: [
      wonDeals(goal, days),
      deals(
        goal,
        sql`d.status = 'open' and ${days.within(sql`d.expected_close_date`)} ${inPipelines(goal, sql`d.pipeline_id`)}`,
        { along: 'expected_close_date', days: days.asked, amount: weighted => weighted },
      ),
    ],
  }),
}

function wonDeals(goal: GoalRow, { within, asked }: Days): SummedDeals {
  const won = sql`d.status = 'won' and ${within(sql`d.won_time`)} ${inPipelines(goal, sql`d.pipeline_id`)}`
  return deals(goal, won, { along: 'won_time', days: asked })
}

function deals(goal: GoalRow, which: Fragment, summing: Summing = {}): SummedDeals {
  return { which: sql`not d.is_deleted and ${which} ${ofAssignee(goal, 'd')}`, summing }
}

function activities({ actor }: Crm, goal: GoalRow, which: Fragment): Counted {
  const { activity_type_ids, pipeline_ids } = goal
  const ofTypes = sql`and a.type in (select t.key_string from crm.activity_type t
    where t.company_id = ${actor.companyId} and t.id = any(${activity_type_ids ?? []}::bigint[]))`
  const ofPipelines = sql`and a.deal_id in (select d.id from crm.deal d
    where d.company_id = ${actor.companyId} ${inPipelines(goal, sql`d.pipeline_id`)})`
  return {
    from: sql`crm.activity a`,
    where: sql`a.company_id = ${actor.companyId} and not a.is_deleted and ${which} ${ofAssignee(goal, 'a')}
      ${activity_type_ids ? ofTypes : sql``} ${pipeline_ids ? ofPipelines : sql``} and ${maySeeActivity(actor, 'a', 'thousands')}`,
  }
}

function ofAssignee({ assignee_type, assignee_id }: GoalRow, alias: string): Fragment {
  const record = sql(alias)
  if (assignee_type === 'company') return sql``
  if (assignee_type === 'person') return sql`and ${record}.owner_id = ${assignee_id}`
  return sql`and ${record}.owner_id in (select m.user_id from crm.team_member m
    where m.company_id = ${record}.company_id and m.team_id = ${assignee_id})`
}

function inPipelines({ pipeline_ids }: GoalRow, pipeline: Fragment): Fragment {
  return pipeline_ids ? sql`and ${pipeline} = any(${pipeline_ids}::bigint[])` : sql``
}

/**
 * Deals that came into the stage of the goal: moved there, or added there. Without a stage, those that went from one
 * stage to another.
 */
function enteredStage(crm: Crm, goal: GoalRow, within: Within): Fragment {
  const { companyId } = crm.actor
  const { stage_id, pipeline_ids } = goal
  const stages = stage_id
    ? sql`${[String(stage_id)]}::text[]`
    : sql`array(select s.id::text from crm.stage s where s.company_id = ${companyId} ${inPipelines(goal, sql`s.pipeline_id`)})`
  const moved = sql`
    select c.entity_id::bigint from crm.change c
    where c.company_id = ${companyId} and c.entity = 'deal' and c.before ? 'stage_id' and c.after ->> 'stage_id' = any(${stages})
      and ${within(sql`c.at`)}
      ${pipeline_ids ? sql`and c.after ->> 'pipeline_id' = any(${pipeline_ids.map(String)}::text[])` : sql``}`
  if (!stage_id) return moved
  return sql`${moved} union ${addedIn(crm, within, sql`and first.stage_id = ${stage_id} ${inPipelines(goal, sql`first.pipeline_id`)}`)}`
}

/**
 * Deals that were added in the period into the place that `where` asks for, as `first`. Where a deal that has moved
 * since began is in the log; a deal that never moved is where it began.
 */
function addedIn({ actor }: Crm, within: Within, where: Fragment): Fragment {
  const added = sql`from crm.deal n
    join crm.change c on c.company_id = n.company_id and c.entity = 'deal' and c.entity_id = n.id::text and c.action = 'added'`
  const ofCompany = sql`n.company_id = ${actor.companyId} and ${within(sql`n.add_time`)}`
  return sql`
    select first.id from (
      select n.id, n.stage_id, n.pipeline_id from crm.deal n where ${ofCompany} and n.stage_change_time is null
      union all
      select n.id, (c.after ->> 'stage_id')::bigint, (c.after ->> 'pipeline_id')::bigint
      ${added} where ${ofCompany} and n.stage_change_time is not null
    ) first where true ${where}`
}
