import { describe, expect, test } from 'vitest'
import { currentInterval, elapsedShare } from './pace.ts'
import { changedGoal, checkGoal, checkPeriod, GOAL_TYPE_NAMES, type GoalValues, isAboutActivities } from './rules.ts'

const goal = (changes: Partial<GoalValues> = {}): GoalValues => ({
  title: 'Win',
  type_name: 'deals_won',
  pipeline_ids: null,
  stage_id: null,
  activity_type_ids: null,
  assignee_type: 'person',
  assignee_id: 1,
  target: 5,
  tracking_metric: 'quantity',
  currency_id: null,
  duration_start: '2026-01-01',
  duration_end: '2026-12-31',
  interval: 'monthly',
  ...changes,
})
const refused = (field: string) => expect.objectContaining({ code: 'invalid', details: { field } })

describe('a changed goal', () => {
  test('keeps what is not said, and takes null where that is said', () => {
    const before = goal({ type_name: 'deals_progressed', stage_id: 4, tracking_metric: 'sum', currency_id: 2 })
    expect(changedGoal(before, { title: undefined })).toEqual(before)
    expect(changedGoal(before, { target: 9, duration_end: null })).toEqual({ ...before, target: 9, duration_end: null })
  })

  test('loses what has no meaning for the new type or metric, unless it is said', () => {
    const before = goal({ type_name: 'deals_progressed', stage_id: 4, tracking_metric: 'sum', currency_id: 2 })
    expect(changedGoal(before, { type_name: 'deals_won' }).stage_id).toBeNull()
    expect(changedGoal(before, { type_name: 'deals_won', stage_id: 6 }).stage_id).toBe(6)
    expect(changedGoal(before, { tracking_metric: 'quantity' }).currency_id).toBeNull()
    expect(changedGoal(before, { tracking_metric: 'quantity', currency_id: 3 }).currency_id).toBe(3)
  })
})

describe('a goal', () => {
  test.each([
    goal(),
    goal({ type_name: 'deals_progressed', stage_id: 4 }),
    goal({ tracking_metric: 'sum', currency_id: 2 }),
    goal({ duration_end: null }),
    goal({ duration_end: '2026-01-01' }),
    goal({ type_name: 'activities_added' }),
  ])('that agrees with itself is taken: %j', values => expect(() => checkGoal(values)).not.toThrow())

  test.each([
    [goal({ stage_id: 4 }), 'type.params.stage_id'],
    [goal({ type_name: 'activities_added', tracking_metric: 'sum' }), 'expected_outcome.tracking_metric'],
    [goal({ type_name: 'activities_completed', tracking_metric: 'sum' }), 'expected_outcome.tracking_metric'],
    [goal({ currency_id: 2 }), 'expected_outcome.currency_id'],
    [goal({ duration_end: '2025-12-31' }), 'duration.end'],
  ])('that contradicts itself is refused: %j', (values, field) => {
    expect(() => checkGoal(values)).toThrow(refused(field))
    expect(() => checkGoal(values)).toThrow(new RegExp(`^${field} `))
  })

  test('is about activities by its type', () => {
    expect(GOAL_TYPE_NAMES.filter(isAboutActivities)).toEqual(['activities_completed', 'activities_added'])
  })
})

describe('the days of a result', () => {
  test('lie within the goal, its first and last day included', () => {
    expect(() => checkPeriod({ start: '2026-01-01', end: '2026-12-31' }, goal())).not.toThrow()
    expect(() => checkPeriod({ start: '2026-05-05', end: '2026-05-05' }, goal())).not.toThrow()
    expect(() => checkPeriod({ start: '2026-05-05', end: '2030-01-01' }, goal({ duration_end: null }))).not.toThrow()
  })

  test.each([
    [{ start: '2026-05-05', end: '2026-05-04' }, 'period.end'],
    [{ start: '2025-12-31', end: '2026-05-04' }, 'period.start'],
    [{ start: '2026-05-05', end: '2027-01-01' }, 'period.end'],
  ])('%j is refused', (period, field) => expect(() => checkPeriod(period, goal())).toThrow(refused(field)))
})

describe('the interval of a goal that a day is in', () => {
  test.each([
    ['weekly', '2026-11-16', '2026-11-22'],
    ['monthly', '2026-11-01', '2026-11-30'],
    ['quarterly', '2026-10-01', '2026-12-31'],
    ['yearly', '2026-01-01', '2026-12-31'],
  ] as const)('is, of a %s one on a Monday, from %s to %s', (interval, start, end) => {
    expect(currentInterval(goal({ interval, duration_end: null }), '2026-11-16')).toEqual({ start, end })
    expect(currentInterval(goal({ interval, duration_end: null }), end)).toEqual({ start, end })
  })

  test('ends and begins with the goal', () => {
    const short = goal({ duration_start: '2026-11-10', duration_end: '2026-11-20' })

    expect(currentInterval(short, '2026-11-16')).toEqual({ start: '2026-11-10', end: '2026-11-20' })
  })

  test('has gone by with the end of its last day', () => {
    const days = { start: '2026-11-01', end: '2026-11-10' }

    expect(
      ['2026-10-31', '2026-11-01', '2026-11-05', '2026-11-10', '2026-11-12'].map(day => elapsedShare(days, day)),
    ).toEqual([0, 0.1, 0.5, 1, 1])
  })
})
