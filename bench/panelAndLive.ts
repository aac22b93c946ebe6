import type { Page } from 'playwright-core'
import type { BenchServer } from './benchServer.ts'
import { medianOf } from './drive.ts'
import { openCard, waitForTitle } from './inPage.ts'

const TIMES = 5

/** From a click on a card until the panel shows what the board holds of it, and until all of it is there: medians, ms. */
export async function panelTimes(page: Page): Promise<{ held: number; complete: number }> {
  const times: { held: number; complete: number }[] = []
  for (let nr = 0; nr < TIMES; nr++) {
    times.push(await page.evaluate(openCard, nr))
    await page.keyboard.press('Escape')
    await page.waitForTimeout(500)
  }
  return { held: medianOf(times.map(({ held }) => held)), complete: medianOf(times.map(({ complete }) => complete)) }
}

/** From the answer to somebody's change until it is on the board of somebody else: the slowest, ms. */
export async function liveDelay({ origin, token }: BenchServer, page: Page): Promise<number> {
  const ids = await page.locator('[data-card]').evaluateAll(cards => cards.map(card => card.getAttribute('data-card')))
  const delays: number[] = []
  for (const id of ids.slice(0, TIMES)) {
    const title = `Changed ${id}`
    const headers = { 'x-api-token': token, 'content-type': 'application/json' }
    const seen = page.evaluate(waitForTitle, title)
    const answer = await fetch(`${origin}/v2/deals/${id}`, {
      method: 'PATCH',
      headers,
      body: JSON.stringify({ title }),
    })
    const answered = Date.now()
    if (!answer.ok) throw new Error(`a deal could not be changed: ${answer.status} ${await answer.text()}`)
    delays.push((await seen) - answered)
    await page.waitForTimeout(500)
  }
  return Math.max(...delays)
}
