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
