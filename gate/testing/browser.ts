import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
]

const BINARY = [process.env.CHROMIUM_PATH ?? '', ...PLACES].find(place => place !== '' && existsSync(place))

export const hasBrowser = BINARY !== undefined

export const BROWSER_NOTE = hasBrowser ? '' : ' (SKIPPED: no Chromium found; CHROMIUM_PATH may name one)'

export function startBrowser(extra: string[] = []): Promise<Browser> {
  const quiet = '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking'
  const args = [...quiet.split(' '), '--disable-component-update', '--disable-sync', ...extra]
  return chromium.launch({ ...(BINARY && { executablePath: BINARY }), args })
}
