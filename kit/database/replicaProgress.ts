import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../log/log.ts'
import { NOT_A_REPLICA } from './replicaStore.ts'
import { sharedLooks } from './sharedLooks.ts'

/** How far a replica has come, as far as this process knows. */
export interface Progress {
  /** Whether it has a position, now or in a moment. */
  reaches(position: number): Promise<boolean>
  saw(position: number): void
  failed(error: unknown): void
  end(): void
}

interface Parts {
  look(): Promise<number>
  /** Whether it follows the primary that is written to. */
  isOfPrimary(): Promise<boolean>
  log?: Log | undefined
}

/** A replica nearby is a few milliseconds behind: waiting that long costs less than an answer of the primary. */
const WAIT_MS = 20
/** While it is not used it is looked at this often. */
const LOOK_EVERY_MS = 500

type State = 'unknown' | 'used' | 'behind'

export function replicaProgress({ look, isOfPrimary, log }: Parts): Progress {
  let state: State = 'unknown'
  let replayed = NOT_A_REPLICA
  /** What it has to reach before it is used again. */
  let wanted = 0
  let reason = ''
  let isLooking = false
  const lookNow = sharedLooks(look)

  function saw(position: number) {
    if (position === NOT_A_REPLICA) return leave('unknown', 'it follows no other server')
    replayed = Math.max(replayed, position)
  }

  function leave(next: State, why: string) {
    // One that is behind for a moment, again and again, is nothing to wake anybody for.
    const level = next === 'behind' ? 'debug' : 'warn'
    if (why !== reason) log?.[level]({ reason: why }, 'the primary answers reads instead of the replica')
    reason = why
    state = next
    if (next === 'unknown') replayed = NOT_A_REPLICA
  }

  function failed(error: unknown) {
    leave('unknown', error instanceof Error ? error.message : String(error))
  }

  async function catchUp(position: number): Promise<boolean> {
    const until = performance.now() + WAIT_MS
    const looks = (async () => {
      while (state === 'used' && replayed < position && performance.now() < until) saw(await lookNow())
    })()
    const patience = new AbortController()
    await Promise.race([looks.catch(failed), sleep(WAIT_MS, undefined, { signal: patience.signal })])
    patience.abort()
    if (state !== 'used') return false
    if (replayed >= position) return true
    wanted = position
    leave('behind', 'it is behind')
    return false
  }

  async function lookAgain() {
    if (state === 'unknown' && !(await isOfPrimary())) return leave('unknown', 'it does not follow the primary')
    saw(await lookNow())
    if (replayed < wanted || replayed === NOT_A_REPLICA) return
    log?.[state === 'behind' ? 'debug' : 'info']({ replayed }, 'the replica answers reads')
    state = 'used'
    reason = ''
  }

  function tryAgain() {
    if (state === 'used' || isLooking) return
    isLooking = true
    lookAgain()
      .catch(failed)
      .finally(() => {
        isLooking = false
      })
  }

  tryAgain()
  const timer = setInterval(tryAgain, LOOK_EVERY_MS).unref()

  return {
    async reaches(position) {
      if (state !== 'used') return false
      return replayed >= position || catchUp(position)
    },
    saw,
    failed,
    end: () => clearInterval(timer),
  }
}
