import type { BenchServer } from '../benchServer.ts'
import { type BenchReceiver, startBenchReceiver } from './benchReceiver.ts'
import { atOnce, call, hookTo } from './calls.ts'

export interface StormReport {
  events: number
  seconds: number
  kills: number
  bad: Outcome
  good: Outcome
}

export interface Outcome {
  /** Accepted by the receiver, repeats included. */
  taken: number
  lost: number
  repeated: number
  /** Records that an older change came to after a newer one. */
  outOfOrder: number
  unsigned: number
  /** Between the change and its arrival, of the slowest hundredth. */
  lateMs: number
}

const CHANGES = 10

/**
 * Changes deals while one receiver fails, is slow and restarts and the server is killed; another receiver of the same
 * events does well. Every change has to arrive at both, in order per record.
 */
export async function storm(
  server: BenchServer,
  { events, kills, patienceMs }: { events: number; kills: number; patienceMs: number },
): Promise<StormReport> {
  const bad = await startBenchReceiver({ failing: 0.1, slowMs: 40 })
  const good = await startBenchReceiver({ failing: 0, slowMs: 0 })
  try {
    await hookTo(server, bad)
    await hookTo(server, good)
    const begun = performance.now()
    const changed = new Map<string, number>()
    const deals = Math.ceil(events / CHANGES)
    let [done, killed] = [0, 0]
    let restarting: Promise<void> = Promise.resolve()

    await atOnce(deals, 8, async number => {
      const { id } = await call<{ id: number }>(server, 'POST', '/api/v2/deals', { title: `${number}/0` })
      note(id, 0)
      for (let change = 1; change < CHANGES; change++) {
        await call(server, 'PATCH', `/api/v2/deals/${id}`, { title: `${number}/${change}` })
        note(id, change)
      }
      done += CHANGES
      if (killed < kills && done > ((killed + 1) * events) / (kills + 1)) {
        killed++
        restarting = restarting.then(() => server.killAndRestart()).then(() => bad.restart(1500))
      }
    })
    await restarting
    const until = performance.now() + patienceMs
    while (performance.now() < until && [bad, good].some(receiver => arrived(receiver) < changed.size))
      await new Promise(resolve => setTimeout(resolve, 200))
    const seconds = (performance.now() - begun) / 1000
    return { events: changed.size, seconds, kills: killed, bad: outcome(bad, changed), good: outcome(good, changed) }

    function note(id: number, change: number) {
      changed.set(`${id}/${change}`, performance.now())
    }
  } finally {
    await bad.stop()
    await good.stop()
  }
}

/** The change that an event tells of, by the record. */
function placeOf({ record, title }: { record: string; title: string }): string {
  return `${record}/${title.split('/')[1]}`
}

function arrived({ taken }: BenchReceiver): number {
  return new Set(taken.map(placeOf)).size
}

/** What has become of changes that were acknowledged, by record and change, at a receiver. */
export function outcome({ taken }: BenchReceiver, changed: ReadonlyMap<string, number>): Outcome {
  const seen = new Set(taken.map(placeOf))
  const latest = new Map<string, number>()
  const wrong = new Set<string>()
  for (const one of taken) {
    const change = Number(one.title.split('/')[1])
    if (change < (latest.get(one.record) ?? 0)) wrong.add(one.record)
    latest.set(one.record, Math.max(change, latest.get(one.record) ?? 0))
  }
  const late = taken.map(one => one.at - (changed.get(placeOf(one)) ?? one.at)).sort((one, other) => one - other)
  return {
    taken: taken.length,
    // A deal whose answer was lost with the server may be there twice: it counts when it was told of.
    lost: [...changed.keys()].filter(place => !seen.has(place)).length,
    repeated: taken.length - seen.size,
    outOfOrder: wrong.size,
    unsigned: taken.filter(one => !one.isSigned).length,
    lateMs: Math.round(late[Math.floor(late.length * 0.99)] ?? 0),
  }
}
