// These functions run in the browser's page: each is sent there as text, so it may use nothing outside of itself.

declare const document: { querySelector(selector: string): unknown }
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
  }).observe({ type: 'event' as 'mark' })
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
