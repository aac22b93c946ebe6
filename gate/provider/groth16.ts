import { pippenger } from '@noble/curves/abstract/curve.js'
import { bn254 } from '@noble/curves/bn254.js'

/** A verification key of Groth16 on BN254, in the layout snarkjs exports. */
export interface Groth16Key {
  readonly vk_alpha_1: readonly string[]
  readonly vk_beta_2: readonly (readonly string[])[]
  readonly vk_gamma_2: readonly (readonly string[])[]
  readonly vk_delta_2: readonly (readonly string[])[]
  readonly IC: readonly (readonly string[])[]
}

/** Coordinates as whole numbers; `b` with the real part first, as snarkjs writes it. */
export interface Groth16Proof {
  readonly a: readonly [bigint, bigint]
  readonly b: readonly [readonly [bigint, bigint], readonly [bigint, bigint]]
  readonly c: readonly [bigint, bigint]
}

const { Fp12 } = bn254.fields
const G1 = bn254.G1.Point
const G2 = bn254.G2.Point
type PointG1 = InstanceType<typeof G1>
type PointG2 = InstanceType<typeof G2>

/** Size of the scalar field: every public signal is below it, or one statement would have two spellings. */
export const SCALAR_FIELD = bn254.fields.Fr.ORDER

/** Size of the base field, for coordinates. */
export const BASE_FIELD = bn254.fields.Fp.ORDER

/** A key made ready once: its points checked to lie on the curve and in the right subgroup. */
export function groth16Verifier(key: Groth16Key): (proof: Groth16Proof, signals: readonly bigint[]) => boolean {
  const alpha = pointG1(pair(key.vk_alpha_1))
  const [beta, gamma, delta] = [key.vk_beta_2, key.vk_gamma_2, key.vk_delta_2].map(pointG2OfKey)
  const [constant, ...factors] = key.IC.map(coordinates => pointG1(pair(coordinates)))
  if (!beta || !gamma || !delta || !constant) throw new Error('gate: the verification key is incomplete')
  // The same for every proof.
  const fixed = bn254.pairing(alpha, beta)

  return (proof, signals) => {
    if (signals.length !== factors.length || signals.some(signal => signal < 0n || signal >= SCALAR_FIELD)) return false
    const points = pointsOf(proof)
    if (points === undefined) return false
    const statement = constant.add(pippenger(G1, factors, [...signals]))
    // e(A, B) = e(alpha, beta) · e(statement, gamma) · e(C, delta), with A on the other side.
    const product = bn254.pairingBatch([
      { g1: points.a.negate(), g2: points.b },
      { g1: statement, g2: gamma },
      { g1: points.c, g2: delta },
    ])
    return Fp12.eql(Fp12.mul(product, fixed), Fp12.ONE)
  }
}

/** Undefined for a proof whose points are not where a proof's points must be. */
function pointsOf(proof: Groth16Proof): { a: PointG1; b: PointG2; c: PointG1 } | undefined {
  try {
    return { a: pointG1(proof.a), b: pointG2(proof.b), c: pointG1(proof.c) }
  } catch {
    return undefined
  }
}

function pointG1([x, y]: readonly [bigint, bigint]): PointG1 {
  const point = G1.fromAffine({ x: inField(x), y: inField(y) })
  point.assertValidity()
  if (point.is0()) throw new Error('gate: point at infinity')
  return point
}

/** Being on the curve is not enough in G2: the order is checked as well. */
function pointG2([x, y]: Groth16Proof['b']): PointG2 {
  const point = G2.fromAffine({
    x: { c0: inField(x[0]), c1: inField(x[1]) },
    y: { c0: inField(y[0]), c1: inField(y[1]) },
  })
  point.assertValidity()
  if (point.is0()) throw new Error('gate: point at infinity')
  return point
}

function pointG2OfKey(coordinates: readonly (readonly string[])[]): PointG2 {
  const [x = [], y = []] = coordinates
  return pointG2([pair(x), pair(y)])
}

function pair([first = '', second = '']: readonly string[]): [bigint, bigint] {
  return [BigInt(first), BigInt(second)]
}

function inField(coordinate: bigint): bigint {
  if (coordinate < 0n || coordinate >= BASE_FIELD) throw new Error('gate: coordinate outside the field')
  return coordinate
}
