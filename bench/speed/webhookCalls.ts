import type { BenchServer } from '../benchServer.ts'
import type { Driven } from '../drive.ts'
import { startBenchReceiver } from '../webhooks/benchReceiver.ts'
import { atOnce, call, hookTo } from '../webhooks/calls.ts'
import type { Scenarios } from './compare.ts'

const EVENTS = 1_000
const PATIENCE_MS = 60_000

/** How fast events leave that wait for their receiver. The last of a table: a webhook makes every write of a deal cost more. */
export async function webhookCalls(server: BenchServer): Promise<Scenarios> {
  const receiver = await startBenchReceiver({ failing: 0, slowMs: 0 })
  const id = await hookTo(server, receiver)
  const turn = (status: 'active' | 'paused') => call(server, 'PATCH', `/api/v2/webhooks/${id}`, { status })
  /** All events so far. A webhook that was paused just now still sends what it has taken up, so those of a round are not counted alone. */
  let events = 0

  async function waiting() {
    await turn('paused')
    events += EVENTS
    await atOnce(EVENTS, 8, async number => {
      await call(server, 'POST', '/api/v2/deals', { title: `Told of ${number}` })
    })
    return delivered
  }

  async function delivered(): Promise<Driven> {
    const begun = performance.now()
    await turn('active')
    while (receiver.taken.length < events) {
      if (performance.now() - begun > PATIENCE_MS)
        throw new Error(`${receiver.taken.length} of ${events} events have arrived in ${PATIENCE_MS} ms`)
      await new Promise(resolve => setTimeout(resolve, 10))
    }
    const took = performance.now() - begun
    return { answers: EVENTS, rate: (EVENTS * 1000) / took, median: took / 2 }
  }

  return { scenarios: [{ name: 'webhook fan-out, an event', ours: waiting }], stop: () => receiver.stop() }
}
