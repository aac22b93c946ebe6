import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KINDS_WITH_PAST, randomChanges } from '../../../testing/randomChanges.ts'
import { startTestCrm } from '../../../testing/startTestCrm.ts'

/**
 * Random histories against a model that knows only what the API shows: the record after each change. Undoing a change
 * puts back the fields it has touched and no other, unless a change that still stands has touched one of them since.
 */
const crm = await startTestCrm()
const user = crm.owner
const { changes, make } = await randomChanges(user)

/** A record as it is shown, flat, without what every change touches. */
type Shown = Record<string, unknown>

interface Step {
  id: number
  /** Fields it has touched, with the values they had. */
  touched: Shown
  /** The one that it has undone. */
  undoes: Step | undefined
}

test.each(KINDS_WITH_PAST)('undoing changes of %s restores exactly, and conflicts with later ones', async kind => {
  const [given = []] = fc.sample(fc.array(changes[kind], { minLength: 5, maxLength: 5 }), 1)
  const [picks = []] = fc.sample(fc.array(fc.nat(), { minLength: 4, maxLength: 4 }), 1)
  const { id } = await make[kind](user)
  const path = `/v2/${kind}/${id}`
  const first = await shown()
  let current = first
  const steps: Step[] = []
  const story = JSON.stringify({ given, picks })

  for (const body of given) {
    expect((await user.call('PATCH', path, body)).status, story).toBe(200)
    await step()
  }
  for (const pick of picks) await revert(steps[pick % Math.max(1, steps.length)])
  for (const left of steps.toReversed()) if (!isUndone(left) && !left.undoes) await revert(left)

  expect(current, story).toEqual(first)

  async function revert(chosen: Step | undefined): Promise<void> {
    if (!chosen) return
    const later = steps.slice(steps.indexOf(chosen) + 1)
    // Of two of which one has undone the other, neither counts.
    const standing = later.filter(each => !isUndone(each) && !(each.undoes && later.includes(each.undoes)))
    const clash =
      isUndone(chosen) ||
      standing.some(each => Object.keys(each.touched).some(key => Object.hasOwn(chosen.touched, key)))
    const expected = clash ? current : { ...current, ...chosen.touched }

    const { status, body } = await user.call('POST', `/v2/changes/${chosen.id}/revert`)

    expect([status, body.error], `${chosen.id} ${story}`).toEqual(clash ? [409, expect.anything()] : [200, undefined])
    await step()
    expect(current, `${chosen.id} ${story}`).toEqual(expected)
    if (clash) return
    const newest = steps.at(-1)
    if (newest) newest.undoes = chosen
  }

  /** By one that was not undone in turn. */
  function isUndone(which: Step): boolean {
    return steps.some(each => each.undoes === which && !isUndone(each))
  }

  /** Looks at what has become of the record. */
  async function step(): Promise<void> {
    const before = current
    current = await shown()
    const touched: Shown = {}
    for (const key of new Set([...Object.keys(before), ...Object.keys(current)]))
      if (!isDeepStrictEqual(before[key], current[key])) touched[key] = before[key]
    if (Object.keys(touched).length === 0) return
    const [newest] = (await user.call('GET', `${path}/changes?limit=1`)).body.data
    steps.push({ id: newest.id, touched, undoes: undefined })
  }

  async function shown(): Promise<Shown> {
    const { custom_fields, update_time: _, ...rest } = (await user.call('GET', path)).body.data
    return { ...rest, ...custom_fields }
  }
})
