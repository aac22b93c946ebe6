import { bn254 } from '@noble/curves/bn254.js'
import { describe, expect, it } from 'vitest'
import { hasRecordings, RECORDINGS_NOTE, recorded } from '../testing/recorded.ts'
import { trapdoor } from '../testing/trapdoor.ts'
import { BASE_FIELD, type Groth16Key, type Groth16Proof, groth16Verifier, SCALAR_FIELD } from './groth16.ts'
import { SELF_KEYS } from './selfKeys.ts'

const { key, prove } = trapdoor(3)
const verify = groth16Verifier(key)
const signals = [5n, 0n, SCALAR_FIELD - 1n]

describe('groth16Verifier', () => {
  it('accepts a proof made with the secrets of the key', () => {
    expect(verify(prove(signals), signals)).toBe(true)
  })

  it.each([
    ['another first signal', [6n, 0n, SCALAR_FIELD - 1n]],
    ['another last signal', [5n, 0n, SCALAR_FIELD - 2n]],
    ['a signal too many', [...signals, 0n]],
    ['a signal missing', signals.slice(0, 2)],
    ['a negative signal', [-1n, 0n, 1n]],
  ])('refuses %s', (_, other) => {
    expect(verify(prove(signals), other)).toBe(false)
  })

  it('refuses the same signal spelt larger than the field, which would be a second identity', () => {
    expect(verify(prove(signals), [5n + SCALAR_FIELD, 0n, SCALAR_FIELD - 1n])).toBe(false)
  })

  it('refuses a coordinate spelt larger than the field, or negative, in each of the eight places', () => {
    const { a, b, c } = prove(signals)
    const numbers = [...a, ...b.flat(), ...c]
    const proofOf = ([ax, ay, bx0, bx1, by0, by1, cx, cy]: bigint[]): Groth16Proof => ({
      a: [ax ?? 0n, ay ?? 0n],
      b: [
        [bx0 ?? 0n, bx1 ?? 0n],
        [by0 ?? 0n, by1 ?? 0n],
      ],
      c: [cx ?? 0n, cy ?? 0n],
    })

    expect(verify(proofOf(numbers), signals)).toBe(true)
    for (const [index, number] of numbers.entries()) {
      expect(verify(proofOf(numbers.with(index, number + BASE_FIELD)), signals)).toBe(false)
      expect(verify(proofOf(numbers.with(index, number - BASE_FIELD)), signals)).toBe(false)
    }
  })

  it('refuses a point that is not on the curve', () => {
    const { b, c } = prove(signals)

    expect(verify({ a: [1n, 1n], b, c }, signals)).toBe(false)
  })

  it('refuses the point at infinity', () => {
    const { b, c } = prove(signals)

    expect(verify({ a: [0n, 0n], b, c }, signals)).toBe(false)
  })

  it('refuses a point on the curve but outside the subgroup', () => {
    const { a, c } = prove(signals)
    const stray = strayPointG2()

    expect(() => bn254.G2.Point.fromAffine(stray).assertValidity()).toThrow('subgroup')
    const b: Groth16Proof['b'] = [
      [stray.x.c0, stray.x.c1],
      [stray.y.c0, stray.y.c1],
    ]
    expect(verify({ a, b, c }, signals)).toBe(false)
  })

  it('takes only keys whose points are where they must be', () => {
    expect(() => groth16Verifier({ ...key, vk_alpha_1: ['1', '1'] })).toThrow()
  })

  it('finds every point of the built-in keys on the curve, 22 for 21 signals', () => {
    expect(() => [SELF_KEYS[1], SELF_KEYS[2]].map(groth16Verifier)).not.toThrow()
    expect([SELF_KEYS[1].IC.length, SELF_KEYS[2].IC.length]).toEqual([22, 22])
  })

  it.skipIf(!hasRecordings)(`has the recorded verification key built in${RECORDINGS_NOTE}`, () => {
    const published = recorded<Groth16Key>('self-verification-key.json')

    const names = ['vk_alpha_1', 'vk_beta_2', 'vk_gamma_2', 'vk_delta_2', 'IC'] as const
    for (const name of names) expect(numbersIn(SELF_KEYS[1][name])).toEqual(numbersIn(published[name]))
  })
})

/** The published file carries a third, projective coordinate, which is always one. */
function numbersIn(part: Groth16Key[keyof Groth16Key]): string[] {
  const isPoint = typeof part[0] === 'string'
  const points = isPoint ? [part.flat()] : part
  return points
    .flatMap(point => (typeof point === 'string' ? [point] : point.slice(0, 2)))
    .filter(number => number.length > 2)
}

/** Points of the twist's curve are mostly outside the subgroup: the first x that has a y will do. */
function strayPointG2() {
  const { Fp2 } = bn254.fields
  const { b } = bn254.G2.Point.CURVE()
  for (let c0 = 1n; c0 < 100n; c0++) {
    const x = Fp2.create({ c0, c1: 1n })
    try {
      return { x, y: Fp2.sqrt(Fp2.add(Fp2.mul(Fp2.sqr(x), x), b)) }
    } catch {
      // No root for this x.
    }
  }
  throw new Error('no point found')
}
