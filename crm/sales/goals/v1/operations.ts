import { answer } from '@portico/kit/api/answer'
import { type Json, json } from '@portico/kit/api/json'
import { optional } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { v1 } from '../../../base/api/operation.ts'
import { CountedDay } from '../../../base/records/time.ts'
import { NotConverted } from '../../../company/currencies/convertCurrency.ts'
import { requireMaySeeGoals } from '../access.ts'
import { goalResult } from '../result.ts'
import { checkPeriod } from '../rules.ts'
import { findGoal } from '../store.ts'
import { createGoal, removeGoal, updateGoal } from '../write.ts'
import { goalBody, goalFromV1, goalsQuery, newGoalBody, newGoalFromV1, wantedGoals } from './input.ts'
import { GOALS_SERVICE, Goal, goalsService } from './shape.ts'
import { findGoalWire, selectGoals } from './store.ts'

const params = { id: Type.String({ maxLength: 64 }) }

const OneGoal = Type.Object({ goal: Goal })
const Goals = Type.Object({ goals: Type.Array(Goal) })
const Result = Type.Object({ progress: Type.Number(), goal: Goal, not_converted: optional(NotConverted) })

const addGoal = v1({
  route: 'POST /goals',
  summary: 'Add a goal',
  scopes: ['goals:full'],
  body: newGoalBody,
  reply: OneGoal,
  beside: goalsService,
  cost: 10,
  run: async ({ body }, crm) => oneGoal(crm, await createGoal(crm, newGoalFromV1(body))),
})

const getGoals = v1({
  route: 'GET /goals/find',
  summary: 'Find goals: the caller’s own, unless the query says whose',
  scopes: ['goals:read', 'goals:full'],
  query: goalsQuery,
  reply: Goals,
  beside: goalsService,
  cost: 20,
  async run({ query }, crm) {
    const goals = await selectGoals(crm, wantedGoals(crm, query))
    return goalsAnswer(json<Static<typeof Goals>>(`{"goals":[${goals.map(goal => goal.wire).join(',')}]}`))
  },
})

const putGoal = v1({
  route: 'PUT /goals/{id}',
  summary: 'Update a goal',
  ifMatch: true,
  scopes: ['goals:full'],
  params,
  body: goalBody,
  reply: OneGoal,
  beside: goalsService,
  cost: 10,
  async run({ params, body }, crm) {
    await updateGoal(crm, params.id, goalFromV1(body))
    return oneGoal(crm, params.id)
  },
})

const deleteGoal = v1({
  route: 'DELETE /goals/{id}',
  summary: 'Delete a goal',
  ifMatch: true,
  scopes: ['goals:full'],
  params,
  reply: Type.Boolean(),
  beside: goalsService,
  cost: 6,
  async run({ params }, crm) {
    await removeGoal(crm, params.id)
    return answer(true, { beside: GOALS_SERVICE })
  },
})

const getGoalResult = v1({
  route: 'GET /goals/{id}/results',
  summary: 'Get how far a goal was reached in some days',
  scopes: ['goals:read', 'goals:full'],
  params,
  query: { 'period.start': CountedDay, 'period.end': CountedDay },
  reply: Result,
  beside: goalsService,
  cost: 20,
  async run({ params, query }, crm) {
    const goal = await findGoal(crm, params.id)
    requireMaySeeGoals(crm, goal)
    const period = { start: query['period.start'], end: query['period.end'] }
    checkPeriod(period, goal)
    const { progress, ...rest } = await goalResult(crm, goal, period)
    const { wire } = await findGoalWire(crm, params.id)
    const text = JSON.stringify({ progress, ...rest }).slice(0, -1)
    return goalsAnswer(json<Static<typeof Result>>(`${text},"goal":${wire}}`))
  },
})

async function oneGoal(crm: Crm, id: string) {
  const { wire, version } = await findGoalWire(crm, id)
  return goalsAnswer(json<Static<typeof OneGoal>>(`{"goal":${wire}}`), { etag: `"${version}"` })
}

function goalsAnswer<T>(data: Json<T>, headers: Record<string, string> = {}) {
  return answer(data, { beside: GOALS_SERVICE, headers })
}

export const goals = [addGoal, getGoals, putGoal, deleteGoal, getGoalResult]
