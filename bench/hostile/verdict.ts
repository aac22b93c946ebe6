import type { Measured } from './runAttack.ts'

/** What has to hold during every attack. */
export interface Bounds {
  slowestMs: number
  /** By one attack, and by all attacks since the start. */
  growthMegabytes: number
}

export const BOUNDS: Bounds = { slowestMs: 1_000, growthMegabytes: 250 }

export function growthOf({ seen }: Measured): number {
  return seen.memoryPeak - seen.memoryBefore
}

/** What all attacks so far have left behind counts too. */
export function growthSince(memoryAtStart: number, { seen }: Measured): number {
  return seen.memoryPeak - memoryAtStart
}

/** What did not hold, one sentence each. */
export function broken(measured: Measured, memoryAtStart: number, bounds: Bounds): string[] {
  const { seen } = measured
  const growth = Math.max(growthOf(measured), growthSince(memoryAtStart, measured))
  return [
    ...(seen.slowestMs > bounds.slowestMs
      ? [
          `"${seen.slowestCall}" took ${seen.slowestMs.toFixed(0)} ms, at most ${bounds.slowestMs.toFixed(0)} are allowed`,
        ]
      : []),
    ...(growth > bounds.growthMegabytes
      ? [
          `the process has grown by ${growth.toFixed(0)} MB since its start, at most ${bounds.growthMegabytes} are allowed`,
        ]
      : []),
    ...Object.entries(seen.wrong).map(([what, times]) => `an ordinary call was refused: ${what}, ${times} times`),
    ...(seen.memoryAfter === 0 ? ['the server process has ended'] : []),
    ...(measured.broken === undefined ? [] : [`the attack failed: ${measured.broken}`]),
  ]
}
