import { bn254 } from '@noble/curves/bn254.js'
import type { Pieces } from '../inPieces.ts'

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

const { Fp6, Fp12 } = bn254.fields
const G1 = bn254.G1.Point
const G2 = bn254.G2.Point
type PointG1 = InstanceType<typeof G1>
type PointG2 = InstanceType<typeof G2>
type Fp12 = typeof Fp12.ONE

/** Size of the scalar field: every public signal is below it, or one statement would have two spellings. */
export const SCALAR_FIELD = bn254.fields.Fr.ORDER

/** Size of the base field, for coordinates. */
export const BASE_FIELD = bn254.fields.Fp.ORDER

/** A key whose points are known to lie on the curve and in the right subgroup, with what is the same for every proof. */
export interface PreparedKey {
  readonly constant: PointG1
  readonly factors: readonly PointG1[]
  readonly gamma: Lines
  readonly delta: Lines
  /** Of alpha and beta, before the final exponentiation. */
  readonly fixed: Fp12
}

/** Costs about as much as checking a proof: to be done once for a key. */
export function* prepareKey(key: Groth16Key): Pieces<PreparedKey> {
  const alpha = pointG1(pair(key.vk_alpha_1))
  const [constant, ...factors] = key.IC.map(coordinates => pointG1(pair(coordinates)))
  if (!constant) throw new Error('gate: the verification key is incomplete')
  yield
  const beta = yield* linesOfKey(key.vk_beta_2)
  const gamma = yield* linesOfKey(key.vk_gamma_2)
  const delta = yield* linesOfKey(key.vk_delta_2)
  const fixed = millerLoop(alpha, beta)
  yield
  // The library makes its tables at the first use, each in one go: not in the middle of somebody's proof.
  Fp6.frobeniusMap(Fp6.ONE, 1)
  yield
  Fp12.frobeniusMap(Fp12.ONE, 1)
  return { constant, factors, gamma, delta, fixed }
}

/** Whether e(A, B) = e(alpha, beta) · e(statement, gamma) · e(C, delta). */
export function* verifyProof(key: PreparedKey, proof: Groth16Proof, signals: readonly bigint[]): Pieces<boolean> {
  const { constant, factors, gamma, delta, fixed } = key
  if (signals.length !== factors.length || signals.some(signal => signal < 0n || signal >= SCALAR_FIELD)) return false
  const points = pointsOf(proof)
  if (points === undefined) return false
  yield
  const statement = constant.add(yield* weightedSum(factors, signals))
  if (statement.is0()) return false
  const b = linesOf(points.b)
  yield
  // One product with A on the other side, so that a single final exponentiation does for all four pairings.
  let product = Fp12.mul(fixed, millerLoop(points.a.negate(), b))
  yield
  product = Fp12.mul(product, millerLoop(statement, gamma))
  yield
  product = Fp12.mul(product, millerLoop(points.c, delta))
  yield
  return Fp12.eql(yield* finalExponentiation(product), Fp12.ONE)
}

/** What the Miller loop needs of a point in G2. */
type Lines = ReturnType<typeof bn254.utils.calcPairingPrecomputes>

function linesOf(point: PointG2): Lines {
  return bn254.utils.calcPairingPrecomputes(point)
}

function* linesOfKey(coordinates: readonly (readonly string[])[]): Pieces<Lines> {
  const point = pointG2OfKey(coordinates)
  yield
  const lines = linesOf(point)
  yield
  return lines
}

function millerLoop(point: PointG1, lines: Lines): Fp12 {
  const { x, y } = point.toAffine()
  return bn254.millerLoopBatch([[lines, x, y]])
}

const SCALAR_BITS = SCALAR_FIELD.toString(2).length
const BITS_OF_A_PIECE = 32

/** The sum of all points, each taken as often as its weight says: all weights together, bit by bit from the highest. */
function* weightedSum(points: readonly PointG1[], weights: readonly bigint[]): Pieces<PointG1> {
  const bits = weights.map(weight => weight.toString(2).padStart(SCALAR_BITS, '0'))
  let sum = G1.ZERO
  for (let at = 0; at < SCALAR_BITS; at++) {
    if (at % BITS_OF_A_PIECE === 0) yield
    sum = sum.double()
    for (const [index, point] of points.entries()) if (bits[index]?.[at] === '1') sum = sum.add(point)
  }
  return sum
}

/** The number that BN254 is made of. */
const X = 4_965_661_367_192_848_881n

/**
 * The same as `Fp12.finalExponentiate`, which is the longest step of a check, in pieces: to the power of (p¹² - 1) / r,
 * by the formulas of Fuentes-Castañeda, Knapp and Rodríguez-Henríquez, "Faster hashing to G2".
 */
export function* finalExponentiation(value: Fp12): Pieces<Fp12> {
  const easy = Fp12.mul(Fp12.conjugate(value), Fp12.inv(value))
  const r = Fp12.mul(Fp12.frobeniusMap(easy, 2), easy)
  yield
  const y1 = Fp12._cyclotomicSquare(powerMinusX(r))
  const y2 = Fp12.mul(Fp12._cyclotomicSquare(y1), y1)
  yield
  const y4 = powerMinusX(y2)
  yield
  const y6 = powerMinusX(Fp12._cyclotomicSquare(y4))
  yield
  const y8 = Fp12.mul(Fp12.mul(Fp12.conjugate(y6), y4), Fp12.conjugate(y2))
  const y9 = Fp12.mul(y8, y1)
  const powers = [
    Fp12.mul(Fp12.mul(y8, y4), r),
    Fp12.frobeniusMap(y9, 1),
    Fp12.frobeniusMap(y8, 2),
    Fp12.frobeniusMap(Fp12.mul(Fp12.conjugate(r), y9), 3),
  ]
  return powers.reduce((product, power) => Fp12.mul(product, power))
}

/** For values after the easy part, whose conjugate is their inverse. */
function powerMinusX(value: Fp12): Fp12 {
  return Fp12.conjugate(Fp12._cyclotomicExp(value, X))
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
