import type { BenchServer } from '../benchServer.ts'
import { startBenchReceiver } from './benchReceiver.ts'
import { atOnce, call, hookTo } from './calls.ts'

export interface SpeedReport {
  deliveriesPerSecond: number
  createsPerSecond: { without: number; with: number }
  /** What webhooks take from creating, in percent. */
  slowerBy: number
}

/** How many events leave in a second, and how much slower creates are while they do. */
export async function speed(server: BenchServer, { events }: { events: number }): Promise<SpeedReport> {
  const receiver = await startBenchReceiver({ failing: 0, slowMs: 0 })
  const create = (number: number) =>
    call<{ id: number }>(server, 'POST', '/api/v2/deals', { title: `Deal/${number}` }).then(() => {})
  try {
    const id = await hookTo(server, receiver)
    const status = (word: string) => call(server, 'PATCH', `/api/v2/webhooks/${id}`, { status: word })
    await atOnce(500, 8, create)
    const rates: Record<'active' | 'paused', number[]> = { active: [], paused: [] }
    // In turns, so that whatever else the machine does hits both.
    for (let round = 0; round < 3; round++)
      for (const word of ['paused', 'active'] as const) {
        await status(word)
        rates[word].push(await rateOf(() => atOnce(events / 4, 8, create), events / 4))
        await status('active')
        await allTaken(receiver, 60_000)
      }
    await status('paused')
    // One that was paused just now still sends what it has taken up.
    receiver.taken.length = 0
    await atOnce(events, 8, create)
    await status('active')
    const deliveries = await rateOf(async () => {
      for (const until = performance.now() + 120_000; receiver.taken.length < events && performance.now() < until; )
        await new Promise(resolve => setTimeout(resolve, 20))
    }, events)
    const [without, with_] = [median(rates.paused), median(rates.active)]
    return {
      deliveriesPerSecond: Math.round(deliveries),
      createsPerSecond: { without: Math.round(without), with: Math.round(with_) },
      slowerBy: Math.round((1 - with_ / without) * 1000) / 10,
    }
  } finally {
    await receiver.stop()
  }
}

/** Until nothing has arrived for a second. */
async function allTaken({ taken }: { taken: unknown[] }, mostMs: number): Promise<void> {
  const until = performance.now() + mostMs
  for (let before = -1; before !== taken.length && performance.now() < until; ) {
    before = taken.length
    await new Promise(resolve => setTimeout(resolve, 1000))
  }
}

async function rateOf(work: () => Promise<void>, pieces: number): Promise<number> {
  const begun = performance.now()
  await work()
  return (pieces * 1000) / (performance.now() - begun)
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}
