import { generatorMultiples, type Multiples } from './reedSolomon.ts'

/** For versions 1 to 40 at correction level L: bytes of text, blocks, and correction codewords in each block. */
export const CAPACITY: readonly number[] = [
  17, 32, 53, 78, 106, 134, 154, 192, 230, 271, 321, 367, 425, 458, 520, 586, 644, 718, 792, 858, 929, 1003, 1091, 1171,
  1273, 1367, 1465, 1528, 1628, 1732, 1840, 1952, 2068, 2188, 2303, 2431, 2563, 2699, 2809, 2953,
]
const BLOCKS = [
  1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19,
  20, 21, 22, 24, 25,
]
const CORRECTION = [
  7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30, 30, 30, 30,
  30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
]

/** The smallest version for so many bytes; undefined when there is none. */
export function versionFor(bytes: number): number | undefined {
  const index = CAPACITY.findIndex(capacity => bytes <= capacity)
  return index < 0 ? undefined : index + 1
}

/** Codewords of data: the text's bytes and what stands before and behind them. */
export function dataLength(version: number): number {
  return (CAPACITY[version - 1] ?? 0) + (version < 10 ? 2 : 3)
}

/** What all codes of one version share. */
export interface QrLayout {
  size: number
  /** Fixed patterns drawn, and the mask where data goes. */
  blank: Uint8Array
  /** The data is cut into these, and each is corrected on its own. */
  blocks: readonly Block[]
  /** Where each bit goes: of the data from first to last, then of each block's correction. */
  places: Uint16Array
  /** What a block is divided by for its correction. */
  generator: Multiples
}

interface Block {
  start: number
  end: number
}

/** At most forty, and nothing of a text is in them. */
const layouts = new Map<number, QrLayout>()

export function layoutOf(version: number): QrLayout {
  const known = layouts.get(version)
  if (known) return known
  const size = 17 + 4 * version
  const fixed = fixedPatterns(version, size)
  const blocks = blocksOf(version)
  const generator = generatorMultiples(CORRECTION[version - 1] ?? 0)
  const layout = {
    size,
    blank: Uint8Array.from(fixed, (module, place) => (module === FREE ? mask(place % size) : module)),
    blocks,
    places: inOrderOf(sentOrder(blocks, generator.degree), freePlaces(fixed, size)),
    generator,
  }
  layouts.set(version, layout)
  return layout
}

/** Blocks of one length, and of one more at the end when they do not come out even. */
function blocksOf(version: number): Block[] {
  const count = BLOCKS[version - 1] ?? 1
  const total = dataLength(version)
  const length = Math.floor(total / count)
  const short = count - (total % count)
  return Array.from({ length: count }, (_, index) => {
    const start = index * length + Math.max(0, index - short)
    return { start, end: start + length + (index < short ? 0 : 1) }
  })
}

/** Codewords are sent in turn: the first of each block, then the second, and so on; their correction likewise. */
function sentOrder(blocks: readonly Block[], correction: number): number[] {
  const total = blocks.at(-1)?.end ?? 0
  const corrections = blocks.map((_, index) => ({
    start: total + index * correction,
    end: total + (index + 1) * correction,
  }))
  return [blocks, corrections].flatMap(group => {
    const longest = Math.max(...group.map(({ start, end }) => end - start))
    return Array.from({ length: longest }, (_, index) =>
      group.filter(({ start, end }) => start + index < end).map(({ start }) => start + index),
    ).flat()
  })
}

/** The free places, eight for each codeword, in the order of codewords instead of the order they are sent in. */
function inOrderOf(sent: readonly number[], free: readonly number[]): Uint16Array {
  const places = new Uint16Array(sent.length * 8)
  sent.forEach((codeword, turn) => {
    places.set(free.slice(turn * 8, turn * 8 + 8), codeword * 8)
  })
  return places
}

/** Of the eight masks the one that needs the column alone. */
function mask(x: number): number {
  return x % 3 === 0 ? 1 : 0
}

/** Correction level L and this mask, in the fifteen bits the standard gives them. */
const FORMAT = 0b111_1101_1010_1010

/** A module that is no part of any pattern. */
const FREE = 2

function fixedPatterns(version: number, size: number): Uint8Array {
  const modules = new Uint8Array(size * size).fill(FREE)
  const set = (x: number, y: number, dark: boolean) => {
    if (x >= 0 && y >= 0 && x < size && y < size) modules[y * size + x] = dark ? 1 : 0
  }
  /** Rings around a centre; those whose distance is listed are light. */
  const rings = (centreX: number, centreY: number, radius: number, light: readonly number[]) => {
    for (let y = -radius; y <= radius; y++) {
      for (let x = -radius; x <= radius; x++) {
        set(centreX + x, centreY + y, !light.includes(Math.max(Math.abs(x), Math.abs(y))))
      }
    }
  }

  for (let along = 0; along < size; along++) {
    set(along, 6, along % 2 === 0)
    set(6, along, along % 2 === 0)
  }
  const middles = alignmentMiddles(version, size)
  for (const x of middles) for (const y of middles) if (!isCorner(x, y, size)) rings(x, y, 2, [1])
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    rings(x, y, 4, [2, 4])
  drawFormat(set, size)
  if (version >= 7) drawVersion(set, version, size)
  return modules
}

type SetModule = (x: number, y: number, dark: boolean) => void

/** Small squares stand on a grid whose lines are evenly spaced from the far end; the standard makes one exception. */
function alignmentMiddles(version: number, size: number): number[] {
  if (version === 1) return []
  const gaps = Math.floor(version / 7) + 1
  const last = size - 7
  const step = version === 32 ? 26 : 2 * Math.ceil((last - 6) / (2 * gaps))
  return [6, ...Array.from({ length: gaps }, (_, index) => last - step * (gaps - 1 - index))]
}

/** Where the large squares are. */
function isCorner(x: number, y: number, size: number): boolean {
  return (x === 6 && y === 6) || (x === 6 && y === size - 7) || (x === size - 7 && y === 6)
}

/** Twice: around the first large square, stepping over the dotted lines, and split between the other two. */
function drawFormat(set: SetModule, size: number): void {
  const around = [...[0, 1, 2, 3, 4, 5, 7, 8].map(y => [8, y]), ...[7, 5, 4, 3, 2, 1, 0].map(x => [x, 8])]
  around.forEach(([x = 0, y = 0], bit) => {
    const dark = ((FORMAT >> bit) & 1) === 1
    set(x, y, dark)
    if (bit < 8) set(size - 1 - bit, 8, dark)
    else set(8, size - 15 + bit, dark)
  })
  set(8, size - 8, true)
}

/** Twice: six bits of the version with twelve of its own correction, beside two of the large squares. */
function drawVersion(set: SetModule, version: number, size: number): void {
  let rest = version
  for (let step = 0; step < 12; step++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25)
  const bits = (version << 12) | rest
  for (let bit = 0; bit < 18; bit++) {
    const [near, far] = [Math.floor(bit / 3), size - 11 + (bit % 3)]
    const dark = ((bits >> bit) & 1) === 1
    set(near, far, dark)
    set(far, near, dark)
  }
}

/** Up and down in columns of two from the right, stepping over the dotted column. */
function freePlaces(fixed: Uint8Array, size: number): number[] {
  const places: number[] = []
  let upward = true
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step++) {
      const row = (upward ? size - 1 - step : step) * size
      for (const place of [row + right, row + right - 1]) if (fixed[place] === FREE) places.push(place)
    }
    upward = !upward
  }
  return places
}
