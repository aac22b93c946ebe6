/** Random numbers that are the same for the same seed, so that a call that went wrong can be made again. */
export interface Chance {
  /** From 0 up to, but not including, `below`. */
  below(limit: number): number
  /** True once in `turns`. */
  once(turns: number): boolean
  of<T>(choices: readonly [T, ...T[]]): T
  /** One of a list that may be empty. */
  among<T>(choices: readonly T[]): T | undefined
}

/** mulberry32: 32 bits of state are plenty for choosing. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    once: turns => below(turns) === 0,
    of: choices => choices[below(choices.length)] ?? choices[0],
    among: choices => choices[below(choices.length)],
  }
}
