import { hash, parseOptions } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { processorTime } from '../testing/processorTime.ts'
import { checkAgainstNothing, checkPassword, checkPasswordRule, HASH_OF_NOTHING, hashPassword } from './password.ts'

test('the right password opens, a wrong one does not', async () => {
  const stored = await hashPassword('correct horse')

  expect(await checkPassword(stored, 'correct horse')).toBe(true)
  expect(await checkPassword(stored, 'correct horsf')).toBe(false)
  expect(await checkPassword(stored, '')).toBe(false)
})

test('the same password hashes differently each time, with the cost of the rule', async () => {
  const [first, second] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])

  expect(first).not.toBe(second)
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('the same letters in another coding are the same password', async () => {
  const stored = await hashPassword('cafe\u0301 cafe\u0301')

  expect(await checkPassword(stored, 'café café')).toBe(true)
})

test('older hashes of another cost are still checked', async () => {
  const stored = await hash('correct horse', { memoryCost: 4096, timeCost: 3 })

  expect(await checkPassword(stored, 'correct horse')).toBe(true)
})

test('a stored value that is no hash is an error, not an open door', async () => {
  await expect(checkPassword('', 'correct horse')).rejects.toThrow()
  await expect(checkPassword('correct horse', 'correct horse')).rejects.toThrow()
})

test.each([
  ['', false],
  ['1234567', false],
  ['12345678', true],
  ['😀'.repeat(7), false],
  ['😀'.repeat(8), true],
  ['x'.repeat(200), true],
  ['😀'.repeat(200), true],
  ['x'.repeat(201), false],
])('the rule for %j holds: %s', async (plain, good) => {
  if (good) {
    expect(() => checkPasswordRule(plain)).not.toThrow()
    return
  }
  expect(() => checkPasswordRule(plain, 'new_password')).toThrow(expect.objectContaining({ code: 'invalid' }))
  await expect(hashPassword(plain)).rejects.toMatchObject({ code: 'invalid', details: { field: 'password' } })
})

test('the longest password opens, a longer one than any is refused without being hashed whole', async () => {
  const longest = '😀'.repeat(200)
  const stored = await hashPassword(longest)

  expect(await checkPassword(stored, longest)).toBe(true)
  expect(await checkPassword(stored, longest + longest)).toBe(false)
})

test('a log-in without an account is always false and takes as much time of the processor as one with', async () => {
  const stored = await hashPassword('correct horse')
  const time = (work: () => Promise<boolean>) => processorTime(async () => expect(await work()).toBe(false))

  const withAccount: number[] = []
  const without: number[] = []
  for (let round = 0; round < 15; round++) {
    withAccount.push(await time(() => checkPassword(stored, 'wrong horse')))
    without.push(await time(() => checkAgainstNothing('wrong horse')))
  }

  // The shortest of each: whatever else the machine does makes some of them longer, and none shorter.
  const ratio = Math.min(...without) / Math.min(...withAccount)
  expect(ratio).toBeGreaterThan(0.4)
  expect(ratio).toBeLessThan(2.5)
})

test('the hash of nothing has the cost of a real one', async () => {
  expect(parseOptions(HASH_OF_NOTHING)).toEqual(parseOptions(await hashPassword('correct horse')))
})

test('503 for the part of a flood that would wait too long, the rest is answered', async () => {
  const stored = await hashPassword('correct horse')

  const results = await Promise.allSettled(Array.from({ length: 110 }, () => checkPassword(stored, 'wrong horse')))

  const refused = results.filter(result => result.status === 'rejected')
  expect(refused).toHaveLength(7)
  expect(refused[0]).toMatchObject({ reason: { code: 'unavailable', details: { retryAfter: 1 } } })
  expect(await checkPassword(stored, 'correct horse')).toBe(true)
})

test('whoever logs in does not wait behind everybody who signs up', async () => {
  const stored = await hashPassword('correct horse')
  let signedUp = 0
  const signUps = Array.from({ length: 30 }, async (_, nr) => {
    await hashPassword(`new password ${nr}`)
    signedUp++
  })

  expect(await checkPassword(stored, 'correct horse')).toBe(true)

  expect(signedUp).toBeLessThan(10)
  await Promise.all(signUps)
})
