import { bn254 } from '@noble/curves/bn254.js'
import type { Groth16Key, Groth16Proof } from '../provider/groth16.ts'

const { Fr } = bn254.fields
const G1 = bn254.G1.Point
const G2 = bn254.G2.Point

/**
 * A verification key whose secret numbers are known, and with it a proof of any statement whatsoever: what a real
 * set-up destroys is kept here, so that tests can state what no recorded proof states.
 */
export function trapdoor(signalCount: number): { key: Groth16Key; prove(signals: readonly bigint[]): Groth16Proof } {
  const [alpha, beta, gamma, delta, ...factors] = Array.from({ length: 5 + signalCount }, (_, index) =>
    Fr.create(BigInt(index + 3) ** 41n),
  )
  if (!alpha || !beta || !gamma || !delta) throw new Error('unreachable')
  const key: Groth16Key = {
    vk_alpha_1: g1(alpha),
    vk_beta_2: g2(beta),
    vk_gamma_2: g2(gamma),
    vk_delta_2: g2(delta),
    IC: factors.map(g1),
  }
  return {
    key,
    prove(signals) {
      const [a, b] = [Fr.create(7n ** 60n), Fr.create(11n ** 55n)]
      const statement = [1n, ...signals].reduce(
        (sum, signal, index) => Fr.add(sum, Fr.mul(factors[index] ?? 0n, signal)),
        0n,
      )
      const rest = Fr.sub(Fr.sub(Fr.mul(a, b), Fr.mul(alpha, beta)), Fr.mul(statement, gamma))
      const [x = [], y = []] = g2(b)
      return { a: pair(g1(a)), b: [pair(x), pair(y)], c: pair(g1(Fr.div(rest, delta))) }
    },
  }
}

function g1(scalar: bigint): string[] {
  const { x, y } = G1.BASE.multiply(scalar).toAffine()
  return [String(x), String(y)]
}

function g2(scalar: bigint): string[][] {
  const { x, y } = G2.BASE.multiply(scalar).toAffine()
  return [
    [String(x.c0), String(x.c1)],
    [String(y.c0), String(y.c1)],
  ]
}

function pair([first = '0', second = '0']: string[]): [bigint, bigint] {
  return [BigInt(first), BigInt(second)]
}
