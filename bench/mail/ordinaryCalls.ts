import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchServer } from '../benchServer.ts'

const EVERY_MS = 25

/** Asks for something small all the time; how long the slowest answer took, in milliseconds. */
export function watchAnswers({ origin, token }: BenchServer): { stop(): Promise<{ slowest: number; median: number }> } {
  const times: number[] = []
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      const begun = performance.now()
      const reply = await fetch(`${origin}/v1/users/me`, { headers: { 'x-api-token': token } }).catch(() => undefined)
      await reply?.arrayBuffer().catch(() => {})
      // A server that was killed answers nothing.
      if (reply?.ok) times.push(performance.now() - begun)
      await sleep(EVERY_MS)
    }
  })()
  return {
    async stop() {
      isOver = true
      await watching
      times.sort((a, b) => a - b)
      return { slowest: times.at(-1) ?? 0, median: times[Math.floor(times.length / 2)] ?? 0 }
    },
  }
}
