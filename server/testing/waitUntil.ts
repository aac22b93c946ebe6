import { setTimeout as sleep } from 'node:timers/promises'

/** Until it is so; fails after a time that is long enough for a busy machine. */
export async function waitUntil(condition: () => Promise<boolean> | boolean, patience = 300_000): Promise<void> {
  const giveUp = Date.now() + patience
  while (!(await condition())) {
    if (Date.now() > giveUp) throw new Error(`Not so after ${patience} ms: ${condition}`)
    await sleep(20)
  }
}
