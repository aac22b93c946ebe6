import { Id } from '@portico/kit/api/schemas'
import { app } from '../../../base/api/operation.ts'
import { activitiesByPerson, activitiesByType } from './activityReports.ts'
import { chosenBy, reportQuery } from './chosen.ts'
import { dealsAdded, dealsWon, forecastAhead, lostReasons, wonByPerson } from './dealReports.ts'
import { goalsWithPace } from './goalReport.ts'
import { Report } from './shape.ts'
import { conversion, timeInStage } from './stageReports.ts'

const COST = 40

/** What is asked of a report about stages: of which pipeline. */
const inPipeline = { ...reportQuery, pipeline_id: Id }

const getDealsWon = app({
  route: 'GET /insights/deals-won',
  summary: 'Get how many deals were won in each month, and what they are worth',
  query: reportQuery,
  reply: Report,
  cost: COST,
  run: async ({ query }, crm) => dealsWon(crm, await chosenBy(crm, query)),
})

const getWonByPerson = app({
  route: 'GET /insights/won-by-person',
  summary: 'Get who won how many deals, and what they are worth',
  query: reportQuery,
  reply: Report,
  cost: COST,
  run: async ({ query }, crm) => wonByPerson(crm, await chosenBy(crm, query)),
})

const getDealsAdded = app({
  route: 'GET /insights/deals-added',
  summary: 'Get how many deals were added in each month, and what they are worth',
  query: reportQuery,
  reply: Report,
  cost: COST,
  run: async ({ query }, crm) => dealsAdded(crm, await chosenBy(crm, query)),
})

const getConversion = app({
  route: 'GET /insights/conversion',
  summary: 'Get how many of the deals that were added got as far as each stage',
  query: inPipeline,
  reply: Report,
  cost: COST,
  run: async ({ query }, crm) => conversion(crm, { ...(await chosenBy(crm, query)), pipeline_id: query.pipeline_id }),
})

const getTimeInStage = app({
  route: 'GET /insights/time-in-stage',
  summary: 'Get how long the deals that were added were in each stage',
  query: inPipeline,
  reply: Report,
  cost: COST,
  run: async ({ query }, crm) => timeInStage(crm, { ...(await chosenBy(crm, query)), pipeline_id: query.pipeline_id }),
})

const getLostReasons = app({
  route: 'GET /insights/lost-reasons',
  summary: 'Get why deals were lost, and what they were worth',
  query: reportQuery,
  reply: Report,
  cost: COST,
  run: async ({ query }, crm) => lostReasons(crm, await chosenBy(crm, query)),
})

const getActivitiesByType = app({
  route: 'GET /insights/activities-by-type',
  summary: 'Get how many activities of each type were done',
  query: reportQuery,
  reply: Report,
  cost: COST,
  run: async ({ query }, crm) => activitiesByType(crm, await chosenBy(crm, query)),
})

const getActivitiesByPerson = app({
  route: 'GET /insights/activities-by-person',
  summary: 'Get how many activities each person has done, by type',
  query: reportQuery,
  reply: Report,
  cost: COST,
  run: async ({ query }, crm) => activitiesByPerson(crm, await chosenBy(crm, query)),
})

const getForecastAhead = app({
  route: 'GET /insights/forecast',
  summary: 'Get what open deals are worth by the month they are to close in',
  query: reportQuery,
  reply: Report,
  cost: COST,
  run: async ({ query }, crm) => forecastAhead(crm, await chosenBy(crm, query)),
})

const getGoals = app({
  route: 'GET /insights/goals',
  summary: 'Get how far the goals of today are reached, and how far they would be at an even pace',
  query: reportQuery,
  reply: Report,
  cost: COST,
  run: async ({ query }, crm) => goalsWithPace(crm, await chosenBy(crm, query)),
})

export const insights = [
  getDealsWon,
  getWonByPerson,
  getDealsAdded,
  getConversion,
  getTimeInStage,
  getLostReasons,
  getActivitiesByType,
  getActivitiesByPerson,
  getForecastAhead,
  getGoals,
]
