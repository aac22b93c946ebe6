import type { Crm } from '../../../base/api/context.ts'
import { targetCurrency } from '../../../company/currencies/targetStore.ts'
import { dayAfter } from '../../deals/keptDays.ts'
import { mayChange } from '../../goals/access.ts'
import { type CurrentGoal, countCurrentGoals, selectCurrentGoals } from '../../goals/currentStore.ts'
import { currentInterval, elapsedShare } from '../../goals/pace.ts'
import { goalResult } from '../../goals/result.ts'
import { type Chosen, daysOf, dealsOf, type Wanted } from './chosen.ts'
import { percent, reportOf } from './figures.ts'
import type { Measure, Report } from './shape.ts'

/** Each is counted by a statement of its own. */
const MOST_GOALS = 12

const GOALS: readonly Measure[] = [
  { key: 'reached', label: 'Reached', unit: 'percent' },
  { key: 'pace', label: 'Pace', unit: 'percent' },
  { key: 'progress', label: 'So far', unit: 'amount' },
  { key: 'target', label: 'Target', unit: 'amount' },
]

/** How far are the goals of these days reached, and how far would they be at an even pace? */
export async function goalsWithPace(crm: Crm, chosen: Chosen): Promise<Report> {
  const today = crm.now.toISOString().slice(0, 10)
  const goals = await selectCurrentGoals(crm, chosen, today, MOST_GOALS)
  const rows = []
  for (const goal of goals) rows.push(await rowOf(crm, goal, today))
  const total = goals.length < MOST_GOALS ? goals.length : await countCurrentGoals(crm, chosen, today)
  return reportOf(crm, { currency: (await targetCurrency(crm)).code, measures: GOALS, rows, total })
}

async function rowOf(crm: Crm, goal: CurrentGoal, today: string) {
  const interval = currentInterval(goal, today)
  const { progress } = await goalResult(crm, goal, interval)
  const { assignee_type, assignee_id, target } = goal
  return {
    key: goal.id,
    label: goal.title,
    figures: {
      reached: percent(progress, target),
      pace: percent(elapsedShare(interval, today), 1),
      progress,
      target,
    },
    deals: dealsOfGoal(goal, interval),
    currency: goal.currency,
    goal: { assignee_type, assignee_id, interval: goal.interval, ...interval, may_change: mayChange(crm, goal) },
  }
}

/** Only what was won can be said in conditions of a list: the others count moves in the log, or two kinds of deals. */
function dealsOfGoal(
  { type_name, pipeline_ids, ...goal }: CurrentGoal,
  { start, end }: { start: string; end: string },
) {
  if (type_name !== 'deals_won') return null
  const owner = { [goal.assignee_type === 'team' ? 'team_id' : 'user_id']: goal.assignee_id }
  const days = daysOf('won_time', { first: start, end: dayAfter(end) })
  return dealsOf(
    goal.assignee_type === 'company' ? {} : owner,
    [['status', '=', 'won'], ...days],
    (pipeline_ids ?? []).map((id): Wanted => ['pipeline_id', '=', id]),
  )
}
