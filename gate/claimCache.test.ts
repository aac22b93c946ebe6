import { expect, it } from 'vitest'
import type { Claim } from './claim.ts'
import { claimCache } from './claimCache.ts'

const claim = (name: string): Claim => ({
  audience: name,
  policy: '',
  provider: '',
  verificationId: '',
  issuedAt: 0,
  expiresAt: 0,
})

it('keeps the newest, at most so many, and those that are asked for', () => {
  const cache = claimCache(10)
  cache.add('favourite', claim('favourite'))

  for (let index = 0; index < 100; index++) {
    cache.add(`cookie-${index}`, claim(`cookie-${index}`))
    expect(cache.get('favourite')?.audience).toBe('favourite')
  }

  const kept = Array.from({ length: 100 }, (_, index) => index).filter(index => cache.get(`cookie-${index}`))
  expect(kept.length).toBeLessThanOrEqual(10)
  expect(kept).toContain(99)
})

it('keeps as many as it may, and forgets the older half when one more comes', () => {
  const cache = claimCache(10)
  for (let index = 0; index < 10; index++) cache.add(`cookie-${index}`, claim('x'))
  const isKept = (index: number) => cache.get(`cookie-${index}`) !== undefined
  expect([9, 8, 7, 6, 5].every(isKept)).toBe(true)

  cache.add('cookie-10', claim('x'))

  expect([isKept(0), isKept(4), isKept(5), isKept(10)]).toEqual([false, false, true, true])
})
