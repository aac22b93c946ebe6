// These functions run in the browser's page: each is sent there as text, so it may use nothing outside of itself.

interface PageElement {
  textContent: string
  click(): void
}
declare const document: {
  querySelector(selector: string): PageElement | null
  querySelectorAll(selector: string): ArrayLike<PageElement>
}
declare function requestAnimationFrame(draw: (now: number) => void): void

/** What a page notes about itself, in `globalThis.seen`. */
export interface Seen {
  /** When the first card was there, since the page was asked for. */
  usable: number
  /** Tasks of more than 50 ms. */
  tasks: number[]
  /** From a press to the next picture. */
  presses: number[]
}

export function watchPage(): void {
  const seen: Seen = { usable: 0, tasks: [], presses: [] }
  Object.assign(globalThis, { seen })
  const look = () => {
    if (document.querySelector('[data-card]')) seen.usable = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  new PerformanceObserver(list => {
    for (const { duration } of list.getEntries()) seen.tasks.push(duration)
  }).observe({ type: 'longtask' as 'mark' })
  new PerformanceObserver(list => {
    for (const { name, duration } of list.getEntries())
      if (/^(key|click|pointer)/.test(name)) seen.presses.push(duration)
    // Node's types know neither: without the second, a browser leaves out what takes less than 104 ms.
  }).observe({ type: 'event' as 'mark', ...{ durationThreshold: 16 } })
}

export function noteFrames(): void {
  const noted = { frames: [] as number[], isWatching: true }
  Object.assign(globalThis, { noted })
  let last = performance.now()
  const note = (now: number) => {
    noted.frames.push(now - last)
    last = now
    if (noted.isWatching) requestAnimationFrame(note)
  }
  requestAnimationFrame(note)
}

export function notedFrames(): number[] {
  const { noted } = globalThis as unknown as { noted: { frames: number[]; isWatching: boolean } }
  noted.isWatching = false
  return noted.frames
}

/** Clicks a card of the board: how long until its panel has a title, and until nothing of it is missing. */
export async function openCard(nr: number): Promise<{ held: number; complete: number }> {
  const nextFrame = () => new Promise(requestAnimationFrame)
  const begun = performance.now()
  document.querySelectorAll('[data-card]')[nr]?.click()
  while (!document.querySelector('.panel h1')) await nextFrame()
  const held = performance.now() - begun
  while (document.querySelector('.panel .loading') || !document.querySelector('.panel .record-flow')) await nextFrame()
  return { held, complete: performance.now() - begun }
}

/** When a card with this title is on the board, as `Date.now()` would say it. */
export async function waitForTitle(title: string): Promise<number> {
  const isThere = () =>
    Array.from(document.querySelectorAll('[data-card]')).some(card => card.textContent.includes(title))
  while (!isThere()) await new Promise(requestAnimationFrame)
  return performance.timeOrigin + performance.now()
}
