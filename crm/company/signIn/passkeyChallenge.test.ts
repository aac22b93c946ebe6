import { expect, test } from 'vitest'
import { challengeEnd, newChallenge } from './passkeyChallenge.ts'

const [SECRET, FORMER] = ['the secret of now', 'the secret of before']
const NOW = new Date('2026-03-02T10:00:00Z')
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)
const sent = (challenge: Uint8Array) => Buffer.from(challenge).toString('base64url')

test('a challenge is good for five minutes, for its purpose, by the secrets of the server', () => {
  const challenge = sent(newChallenge(SECRET, 'new 7', NOW))

  expect(challengeEnd([SECRET], 'new 7', challenge, later(4.9))).toEqual(later(5))
  expect(challengeEnd(['newer', SECRET], 'new 7', challenge, NOW)).toEqual(later(5))
  expect(challengeEnd([SECRET], 'new 7', challenge, later(5))).toBeUndefined()
  expect(challengeEnd([SECRET], 'new 8', challenge, NOW)).toBeUndefined()
  expect(challengeEnd([SECRET], 'in', challenge, NOW)).toBeUndefined()
  expect(challengeEnd([FORMER], 'new 7', challenge, NOW)).toBeUndefined()
})

test('a longer life cannot be written into it, and no two are the same', () => {
  const challenge = Buffer.from(newChallenge(SECRET, 'in', NOW)).toString()
  const [, ...rest] = challenge.split('.')
  const longer = Buffer.from([later(60).getTime(), ...rest].join('.')).toString('base64url')

  expect(challengeEnd([SECRET], 'in', longer, NOW)).toBeUndefined()
  expect(challengeEnd([SECRET], 'in', '', NOW)).toBeUndefined()
  expect(sent(newChallenge(SECRET, 'in', NOW))).not.toBe(sent(newChallenge(SECRET, 'in', NOW)))
})
