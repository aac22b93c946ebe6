import type { BenchServer, OtherServer } from '../benchServer.ts'
import { startBenchReceiver } from './benchReceiver.ts'
import { call, hookTo } from './calls.ts'

export interface TakeOverReport {
  /** Between the kill and the first event of a later change at the receiver, for each kill. */
  takeOverMs: number[]
  changes: number
  lost: number
}

const CHANGE_EVERY_MS = 25
const LONGEST_MS = 120_000

/**
 * Two servers on one database, of which one delivers a steady flow of changes. That one is killed, and the time is taken
 * until the other delivers; then a new one takes the place of the killed.
 */
export async function takeOver(server: BenchServer, { kills }: { kills: number }): Promise<TakeOverReport> {
  const receiver = await startBenchReceiver({ failing: 0, slowMs: 0 })
  const changes: { record: string; at: number }[] = []
  const takeOverMs: number[] = []
  let writeTo = server.origin
  let isOver = false
  const arrived = () => new Set(receiver.taken.map(({ record }) => record))

  async function write() {
    while (!isOver) {
      const at = performance.now()
      const { id } = await call<{ id: number }>({ origin: writeTo, token: server.token }, 'POST', '/api/v2/deals', {
        title: 'Handed over/0',
      })
      changes.push({ record: String(id), at })
      await new Promise(resolve => setTimeout(resolve, CHANGE_EVERY_MS))
    }
  }

  /** Who works for the webhook: processes are known by names of their own. */
  async function leasedBy(): Promise<string> {
    return until(async () => {
      const [lease] = await server.sql<
        { name: string | null }[]
      >`select leased_by::text as name from crm.webhook limit 1`
      return lease?.name ?? undefined
    })
  }

  try {
    await hookTo(server, receiver)
    const writing = write()
    let delivering: OtherServer = server
    let name = await leasedBy()
    for (let kill = 0; kill < kills; kill++) {
      let other: OtherServer = await server.another()
      if ((await leasedBy()) !== name) [delivering, other] = [other, delivering]
      writeTo = other.origin
      // Whatever was on its way to the one that is killed has its answer by then.
      const before = changes.length
      await until(async () => changes.length > before + 1 || undefined)
      const killedAt = performance.now()
      await delivering.kill()
      const first = await until(async () => {
        const later = new Set(changes.filter(({ at }) => at > killedAt).map(({ record }) => record))
        return receiver.taken.find(({ record }) => later.has(record))
      })
      takeOverMs.push(Math.round(first.at - killedAt))
      delivering = other
      name = await leasedBy()
    }
    isOver = true
    await writing
    await until(async () => arrived().size >= changes.length || undefined).catch(() => {})
    const lost = changes.filter(({ record }) => !arrived().has(record)).length
    return { takeOverMs, changes: changes.length, lost }
  } finally {
    isOver = true
    await receiver.stop()
  }
}

/** Asks again until there is an answer. */
async function until<T>(ask: () => Promise<T | undefined>): Promise<T> {
  const end = performance.now() + LONGEST_MS
  while (performance.now() < end) {
    const found = await ask()
    if (found !== undefined) return found
    await new Promise(resolve => setTimeout(resolve, 5))
  }
  throw new Error(`nothing within ${LONGEST_MS / 1000} s`)
}
