import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openDailyBudget } from './dailyBudget.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

const noon = new Date('2026-03-01T12:00:00Z')

/** A database that knows of a limit and adds up what it is told, by day. */
function ledger(limit: number) {
  const days = new Map<string, number>()
  const settle = vi.fn(async (companyId: number, day: string, tokens: number) => {
    const key = `${companyId} ${day}`
    days.set(key, (days.get(key) ?? 0) + tokens)
    return { spent: days.get(key) ?? 0, limit }
  })
  return { days, settle }
}

test('nothing is known at first, then every call tells what is left, up to the one that uses it up', async () => {
  const { settle } = ledger(100)
  const budget = openDailyBudget(settle)

  expect(budget.spend(1, 40, noon)).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)

  expect(budget.spend(1, 40, noon)).toEqual({ allowed: true, limit: 100, remaining: 20, reset: 43_200 })
  expect(budget.spend(1, 40, noon)).toMatchObject({ allowed: true, remaining: 0 })
  expect(budget.spend(1, 1, noon)).toMatchObject({ allowed: false, remaining: 0 })
  expect(budget.spend(2, 1, noon)).toBeUndefined()
})

test('calls are settled together once a second, none twice', async () => {
  const { days, settle } = ledger(1000)
  const budget = openDailyBudget(settle)
  budget.spend(1, 10, noon)
  await vi.advanceTimersByTimeAsync(1)

  for (let call = 0; call < 5; call++) budget.spend(1, 10, noon)
  await vi.advanceTimersByTimeAsync(999)
  expect(settle).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(10)

  expect(settle).toHaveBeenCalledTimes(2)
  expect(days.get('1 2026-03-01')).toBe(60)
})

test('servers share one budget', async () => {
  const { settle } = ledger(100)
  const [one, other] = [openDailyBudget(settle), openDailyBudget(settle)]
  one.spend(1, 60, noon)
  await vi.advanceTimersByTimeAsync(1)
  other.spend(1, 60, noon)
  await vi.advanceTimersByTimeAsync(1)

  expect(other.spend(1, 1, noon)).toMatchObject({ allowed: false })
})

test('a new day brings new tokens', async () => {
  const { settle } = ledger(50)
  const budget = openDailyBudget(settle)
  budget.spend(1, 50, noon)
  await vi.advanceTimersByTimeAsync(1)
  expect(budget.spend(1, 1, noon)).toMatchObject({ allowed: false })

  const nextDay = new Date('2026-03-02T00:00:00Z')
  budget.spend(1, 1, nextDay)
  await vi.advanceTimersByTimeAsync(1)

  expect(budget.spend(1, 1, nextDay)).toMatchObject({ allowed: true, remaining: 48 })
})

test('what could not be settled is not lost', async () => {
  const { days, settle } = ledger(100)
  settle.mockRejectedValueOnce(new Error('no database'))
  const budget = openDailyBudget(settle)
  budget.spend(1, 10, noon)
  await vi.advanceTimersByTimeAsync(1)
  budget.spend(1, 10, noon)
  await vi.advanceTimersByTimeAsync(1)

  expect(days.get('1 2026-03-01')).toBe(20)
})
