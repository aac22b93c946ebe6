import { named, nullable } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'

const Ids = (what: string) => nullable(Type.Array(Type.Integer(), { description: `Null: all ${what}` }))

export const Goal = named(
  'Goal',
  Type.Object({
    id: Type.String(),
    owner_id: Type.Integer({ description: 'Who made it' }),
    title: Type.String(),
    type: Type.Object({
      name: Type.String(),
      params: Type.Object({
        pipeline_id: Ids('pipelines'),
        activity_type_id: Ids('types'),
        stage_id: nullable(Type.Integer({ description: 'Of deals_progressed alone' })),
      }),
    }),
    assignee: Type.Object({ id: Type.Integer(), type: Type.String() }),
    interval: Type.String(),
    duration: Type.Object({ start: Type.String(), end: nullable(Type.String({ description: 'Null: open-ended' })) }),
    expected_outcome: Type.Object({
      target: Type.Number(),
      tracking_metric: Type.String(),
      currency_id: nullable(Type.Integer({ description: 'Of sums alone' })),
    }),
    is_active: Type.Boolean({ description: 'false when the goal is deleted' }),
    report_ids: Type.Array(Type.String()),
  }),
)

export type Goal = Static<typeof Goal>

/** What the contract has beside the data of every answer about goals. */
export const GOALS_SERVICE = { statusCode: 20000, statusText: 'OK', service: 'statistics-goals-api' }

export const goalsService = { statusCode: Type.Integer(), statusText: Type.String(), service: Type.String() }
