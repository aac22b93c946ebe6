import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { isGenuine, linkFor, readLink, writeLink } from './imageLink.ts'

const secret = randomBytes(32)
const now = new Date('2026-03-01T08:20:00Z')
const day = 24 * 3600 * 1000

test('a link holds for seven days and no more than an hour longer', () => {
  const link = readLink(writeLink(linkFor(1, 2, now), secret))

  expect(link).toMatchObject({ companyId: 1, imageId: 2 })
  if (!link) return
  expect(isGenuine(link, secret, new Date(now.getTime() + 7 * day))).toBe(true)
  expect(isGenuine(link, secret, new Date(now.getTime() + 7 * day + 3_600_000))).toBe(false)
})

test('a link of another image, another company or another secret is not genuine', () => {
  const link = readLink(writeLink(linkFor(1, 2, now), secret))

  expect(link && isGenuine({ ...link, imageId: 3 }, secret, now)).toBe(false)
  expect(link && isGenuine({ ...link, companyId: 3 }, secret, now)).toBe(false)
  expect(link && isGenuine(link, randomBytes(32), now)).toBe(false)
  expect(readLink('1-2-3-short')).toBeUndefined()
})
