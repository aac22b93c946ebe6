import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack } from './attack.ts'
import type { Seen } from './ordinaryClient.ts'
import type { Tally } from './tally.ts'
import { openTarget } from './target.ts'
import type { Watch } from './watch.ts'
import type { World } from './world.ts'

export interface Measured {
  attack: Attack
  tally: Tally
  /** Slowest ordinary answer of the quiet moment before. */
  controlMs: number
  seen: Seen
  /** Why the attack itself could not be run to its end. */
  broken: string | undefined
}

export interface Times {
  /** Of an attack at most. */
  longestMs: number
  /** Without an attack, before each. */
  quietMs: number
  /** How often that is repeated while the answers are slow, so that what one attack left behind is not counted twice. */
  mostQuietTurns: number
}

const QUIET_ANSWER_MS = 250

/** A quiet moment as control, then the attack, with the ordinary client going on through both. */
export async function runAttack(attack: Attack, world: World, watch: Watch, times: Times): Promise<Measured> {
  attack.prepare?.()
  const controlMs = await quietMoment(watch, times)
  const target = openTarget(world, times.longestMs)
  let broken: string | undefined
  try {
    const late = sleep(times.longestMs + 1_000)
    await Promise.race([attack.run(target), late])
  } catch (error) {
    broken = error instanceof Error ? error.message : String(error)
  }
  const seen = await watch.look()
  target.close()
  return { attack, tally: target.tally, controlMs, seen, broken }
}

/** The slowest ordinary answer of the last quiet moment. */
async function quietMoment(watch: Watch, { quietMs, mostQuietTurns }: Times): Promise<number> {
  await watch.look()
  for (let turn = 1; ; turn++) {
    await sleep(quietMs)
    const { slowestMs } = await watch.look()
    if (slowestMs <= QUIET_ANSWER_MS || turn >= mostQuietTurns) return slowestMs
  }
}
