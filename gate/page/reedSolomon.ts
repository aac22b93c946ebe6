/** Correction codewords of a QR code: what is left of a block divided by the generator, in the field of 256 elements. */
export function remainderOf(block: Uint8Array, generator: Uint8Array): Uint8Array {
  const rest = new Uint8Array(block.length + generator.length)
  rest.set(block)
  for (let first = 0; first < block.length; first++) {
    const factor = rest[first] ?? 0
    if (factor === 0) continue
    const log = FIELD.logs[factor] ?? 0
    for (let index = 0; index < generator.length; index++) {
      const product = FIELD.powers[log + (generator[index] ?? 0)] ?? 0
      rest[first + 1 + index] = (rest[first + 1 + index] ?? 0) ^ product
    }
  }
  return rest.subarray(block.length)
}

/** Powers of two in the field, twice over so that a sum of two logarithms needs no modulo, and the way back. */
const FIELD = fieldTables()

function fieldTables(): { powers: Uint8Array; logs: Uint8Array } {
  const powers = new Uint8Array(510)
  const logs = new Uint8Array(256)
  let value = 1
  for (let exponent = 0; exponent < 255; exponent++) {
    powers[exponent] = powers[exponent + 255] = value
    logs[value] = exponent
    value = value < 128 ? value << 1 : (value << 1) ^ 0x11d
  }
  return { powers, logs }
}

/** (x - 1)(x - 2)(x - 4)… as logarithms of its coefficients, without the leading one. None of them is zero. */
export function generatorOf(degree: number): Uint8Array {
  let coefficients = [1]
  for (let root = 0; root < degree; root++) {
    const times = (value: number) => FIELD.powers[(FIELD.logs[value] ?? 0) + root] ?? 0
    coefficients = [...coefficients, 0].map(
      (value, index) => value ^ (index > 0 ? times(coefficients[index - 1] ?? 0) : 0),
    )
  }
  return Uint8Array.from(coefficients.slice(1), value => FIELD.logs[value] ?? 0)
}
