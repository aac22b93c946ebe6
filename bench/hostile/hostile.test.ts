import { afterAll, beforeAll, expect, test } from 'vitest'
import { ATTACKS } from './attacks.ts'
import { runAttack } from './runAttack.ts'
import { openScene, type Scene } from './scene.ts'
import { BOUNDS, broken } from './verdict.ts'

/*
 * The short form of `npm run hostile`: one attack of each kind that once stopped the server. Stopped means minutes here,
 * so the bound is far above what a busy machine does to an answer, and rises with what the same run measured without an
 * attack.
 */
const CHOSEN = [
  'form of 100,000 equal keys at the log-in',
  '7,000 digits in a path',
  '60,000 digits in a v1 field',
  'endless form to the log-in page',
  'gzip bomb as a request body',
  'JSON of 400,000 levels at market and gate',
  'JSON of 490,000 elements',
  'file fields named constructor, __proto__, toString',
  'half closed in the middle of a body',
  '2,000 calls with 2,000 wrong API tokens',
  'twelve checkouts at once behind the age check',
]
const TIMES = { longestMs: 5_000, quietMs: 300, mostQuietTurns: 1 }

let scene: Scene | undefined
beforeAll(async () => {
  scene = await openScene({ deals: 500, books: 100, buyers: 12 }, 1_000)
})
afterAll(() => scene?.close(), 60_000)

test('forty attacks at least, on all three products, signed in and signed out, each with a name of its own', () => {
  expect(new Set(ATTACKS.map(({ name }) => name)).size).toBe(ATTACKS.length)
  expect(ATTACKS.length).toBeGreaterThanOrEqual(40)
  const kinds = new Set(ATTACKS.map(({ product, signedIn }) => `${product} ${signedIn}`))
  expect([...kinds]).toEqual(
    expect.arrayContaining(['crm true', 'crm false', 'market true', 'market false', 'gate false']),
  )
})

test.each(CHOSEN)('ordinary calls are answered during: %s', { timeout: 60_000 }, async name => {
  const attack = ATTACKS.find(one => one.name === name)
  if (!attack || !scene) throw new Error(`there is no attack "${name}"`)

  const measured = await runAttack(attack, scene.world, scene.watch, TIMES)

  expect(measured.tally.sent).toBeGreaterThan(0)
  expect(broken(measured, scene.memoryAtStart, { ...BOUNDS, slowestMs: 5_000 + 20 * measured.controlMs })).toEqual([])
})
