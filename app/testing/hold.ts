import type { Page, Route } from 'playwright-core'

/** From now on no change of the page reaches the server before the test lets it, one after the other. */
export async function holdChanges(page: Page): Promise<{ next: () => Promise<Route>; held: () => number }> {
  const held: Route[] = []
  const waiting: ((route: Route) => void)[] = []
  await page.route('**/*', route => {
    if (route.request().method() === 'GET') return route.fallback()
    const next = waiting.shift()
    if (next) next(route)
    else held.push(route)
  })
  return {
    next() {
      const first = held.shift()
      return first ? Promise.resolve(first) : new Promise(resolve => waiting.push(resolve))
    },
    held: () => held.length,
  }
}

/** Keeps back the first call of a kind, or what the server has answered to it, until it is released. */
export async function holdFirst(page: Page, url: string, what: 'question' | 'answer') {
  const [held, released] = [aMoment(), aMoment()]
  await page.route(
    url,
    async route => {
      const response = what === 'answer' ? await route.fetch() : undefined
      held.come()
      await released.hasCome
      await (response ? route.fulfill({ response }) : route.continue())
    },
    { times: 1 },
  )
  return { isHeld: held.hasCome, release: released.come }
}

function aMoment() {
  let come = () => {}
  const hasCome = new Promise<void>(resolve => {
    come = resolve
  })
  return { hasCome, come }
}
