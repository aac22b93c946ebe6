import { closePages, openBrowser } from '@portico/kit/testing/browser'
import { freePort } from '@portico/kit/testing/freePort'
import type { Browser } from 'playwright-core'
import { openTestMarket, type TestMarket } from './openTestMarket.ts'

/** A marketplace that listens on a port in real time, and a browser to open it with. */
export interface BrowserMarket {
  market: TestMarket
  browser: Browser
  origin: string
  close(): Promise<void>
}

export async function openBrowserMarket(): Promise<BrowserMarket> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const market = await openTestMarket({ origin, realTime: true })
  const listening = await market.listen(port)
  const browser = await openBrowser()
  return {
    market,
    browser,
    origin,
    async close() {
      await closePages()
      await listening.stop(100)
      await market.close()
    },
  }
}
