import { bn254 } from '@noble/curves/bn254.js'
import { describe, expect, it } from 'vitest'
import type { Pieces } from '../inPieces.ts'
import { hasRecordings, RECORDINGS_NOTE, recorded } from '../testing/recorded.ts'
import { trapdoor } from '../testing/trapdoor.ts'
import {
  BASE_FIELD,
  finalExponentiation,
  type Groth16Key,
  type Groth16Proof,
  prepareKey,
  SCALAR_FIELD,
  verifyProof,
} from './groth16.ts'
import { SELF_KEYS } from './selfKeys.ts'

const { key, prove } = trapdoor(3)
const prepared = atOnce(prepareKey(key))
const verify = (proof: Groth16Proof, given: readonly bigint[]) => atOnce(verifyProof(prepared, proof, given))
const signals = [5n, 0n, SCALAR_FIELD - 1n]

describe('verifyProof', () => {
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
    expect(() => atOnce(prepareKey({ ...key, vk_alpha_1: ['1', '1'] }))).toThrow()
    const { x, y } = strayPointG2()
    const stray = [
      [String(x.c0), String(x.c1)],
      [String(y.c0), String(y.c1)],
    ]
    for (const name of ['vk_beta_2', 'vk_gamma_2', 'vk_delta_2'])
      expect(() => atOnce(prepareKey({ ...key, [name]: stray }))).toThrow('subgroup')
  })

  it('finds every point of the built-in keys on the curve, 22 for 21 signals', () => {
    expect(() => [SELF_KEYS[1], SELF_KEYS[2]].map(each => atOnce(prepareKey(each)))).not.toThrow()
    expect([SELF_KEYS[1].IC.length, SELF_KEYS[2].IC.length]).toEqual([22, 22])
  })

  it('raises to the same power as the curve library does', () => {
    const { G1, G2, fields, pairing } = bn254
    for (const factor of [1n, 7n, SCALAR_FIELD - 2n]) {
      const value = pairing(G1.Point.BASE.multiply(factor), G2.Point.BASE, false)
      const [mine, theirs] = [atOnce(finalExponentiation(value)), fields.Fp12.finalExponentiate(value)]
      expect(fields.Fp12.eql(mine, theirs)).toBe(true)
    }
  })

  it('consists of many pieces, none of which is a large part of the whole', () => {
    const { key: large, prove: proveLarge } = trapdoor(21)
    const many = Array.from({ length: 21 }, (_, index) => SCALAR_FIELD - BigInt(index + 1))
    const proof = proveLarge(many)
    const ready = atOnce(prepareKey(large))

    const preparing = shortest(() => prepareKey(large))
    const verifying = shortest(() => verifyProof(ready, proof, many))

    for (const pieces of [preparing, verifying])
      expect(Math.max(...pieces)).toBeLessThan(pieces.reduce((sum, piece) => sum + piece) / 2)
    expect(preparing.length).toBeGreaterThanOrEqual(7)
    expect(verifying.length).toBeGreaterThanOrEqual(15)
  })

  it.skipIf(!hasRecordings)(`has the recorded verification key built in${RECORDINGS_NOTE}`, () => {
    const published = recorded<Groth16Key>('self-verification-key.json')

    const names = ['vk_alpha_1', 'vk_beta_2', 'vk_gamma_2', 'vk_delta_2', 'IC'] as const
    for (const name of names) expect(numbersIn(SELF_KEYS[1][name])).toEqual(numbersIn(published[name]))
  })
})

function atOnce<Result>(work: Pieces<Result>): Result {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

/** Milliseconds of each piece, the best of some runs: another process may come between in one of them. */
function shortest(work: () => Pieces<unknown>): number[] {
  const runs = Array.from({ length: 8 }, () => {
    const pieces: number[] = []
    const running = work()
    for (let done: boolean | undefined = false; !done; ) {
      const began = performance.now()
      done = running.next().done
      pieces.push(performance.now() - began)
    }
    return pieces
  })
  return (runs[0] ?? []).map((_, piece) => Math.min(...runs.map(run => run[piece] ?? 0)))
}

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
