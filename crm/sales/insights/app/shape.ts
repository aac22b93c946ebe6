import { nullable, oneOf, optional } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { NotConverted } from '../../../company/currencies/convertCurrency.ts'

const Measure = Type.Object({
  key: Type.String(),
  label: Type.String(),
  unit: oneOf(['count', 'money', 'days', 'percent', 'amount'], {
    description: 'An amount is money where the row names a currency, and a number where it does not',
  }),
})
export type Measure = Static<typeof Measure>

const DealCondition = Type.Object({
  object: Type.String(),
  field_code: Type.String(),
  operator: Type.String(),
  value: nullable(Type.String()),
})
export type DealCondition = Static<typeof DealCondition>

/** Conditions as stored filters and lists of deals take them: all of the first group, and one of the second. */
const DealConditions = Type.Object({
  glue: Type.String(),
  conditions: Type.Array(Type.Object({ glue: Type.String(), conditions: Type.Array(DealCondition) })),
})
export type DealConditions = Static<typeof DealConditions>

/** What belongs to a goal beside its figures. */
const GoalFacts = Type.Object({
  assignee_type: Type.String(),
  assignee_id: Type.Integer(),
  interval: Type.String(),
  start: Type.String({ description: 'First day of the interval that today is in' }),
  end: Type.String({ description: 'Its last day' }),
  may_change: Type.Boolean(),
})

const ReportRow = Type.Object({
  key: Type.String({ description: 'A month, the id of a stage or a user, or what else tells rows apart' }),
  label: nullable(Type.String({ description: 'Null where the key says it' })),
  values: Type.Array(nullable(Type.Number()), { description: 'One for each measure' }),
  deals: nullable(DealConditions),
  currency: optional(nullable(Type.String())),
  goal: optional(GoalFacts),
})
export type ReportRow = Static<typeof ReportRow>

/** The figures of a report as a table: whatever is drawn is drawn from this. */
export const Report = Type.Object({
  currency: Type.String(),
  measures: Type.Array(Measure),
  rows: Type.Array(ReportRow),
  total: Type.Integer({ description: 'Deals or activities that were counted, or goals that there are' }),
  not_converted: optional(NotConverted),
})
export type Report = Static<typeof Report>
