/** The generator times each of the 256 elements of the field, row after row, without the leading coefficient. */
export interface Multiples {
  readonly degree: number
  readonly rows: Uint8Array
}

/** Correction codewords of a QR code: what is left of a block divided by the generator. */
export function remainderOf(block: Uint8Array, { degree, rows }: Multiples): Uint8Array {
  const rest = new Uint8Array(block.length + degree)
  rest.set(block)
  for (let first = 0; first < block.length; first++) {
    const row = (rest[first] ?? 0) * degree
    for (let index = 0; index < degree; index++) {
      const place = first + 1 + index
      rest[place] = (rest[place] ?? 0) ^ (rows[row + index] ?? 0)
    }
  }
  return rest.subarray(block.length)
}

/** Of the generator (x - 1)(x - 2)(x - 4)… with so many factors. */
export function generatorMultiples(degree: number): Multiples {
  let coefficients = [1]
  let root = 1
  for (let factor = 0; factor < degree; factor++) {
    const shifted = [0, ...coefficients.map(coefficient => product(coefficient, root))]
    coefficients = [...coefficients, 0].map((coefficient, index) => coefficient ^ (shifted[index] ?? 0))
    root = product(root, 2)
  }
  const [, ...rest] = coefficients
  const rows = Array.from({ length: 256 }, (_, element) => rest.map(coefficient => product(coefficient, element)))
  return { degree, rows: Uint8Array.from(rows.flat()) }
}

/** In the field of 256 elements that QR codes use: bits of a polynomial modulo x⁸ + x⁴ + x³ + x² + 1. */
function product(one: number, other: number): number {
  let sum = 0
  for (let bit = 7; bit >= 0; bit--) {
    sum = (sum << 1) ^ (sum > 127 ? 0x11d : 0)
    if ((other >> bit) & 1) sum ^= one
  }
  return sum
}
