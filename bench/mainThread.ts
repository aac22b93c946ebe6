import type { Browser } from 'playwright-core'

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  /** Processor time of the thread, µs. */
  tdur?: number
  args: { name?: string }
}

/** Processor time that a page's main thread took, in ms. It is the same on a busy machine and on an idle one. */
export interface MainThread {
  longestTask: number
  /** 95 % of the pictures that were handed over were made in this time or less. */
  frame95: number
}

/** What the main thread of the one page that is open did meanwhile. */
export async function mainThreadDuring(browser: Browser, gesture: () => Promise<void>): Promise<MainThread> {
  const devtools = await browser.newBrowserCDPSession()
  const events: TraceEvent[] = []
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  const ended = new Promise(resolve => devtools.once('Tracing.tracingComplete', resolve))
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'] },
  })
  await gesture()
  await devtools.send('Tracing.end')
  await ended
  await devtools.detach()
  return busiest(events)
}

/** Browsers keep a spare page at hand; the one that was used did more than that. */
function busiest(events: readonly TraceEvent[]): MainThread {
  const threads = events.filter(event => event.name === 'thread_name' && event.args.name === 'CrRendererMain')
  const all = threads.map(({ pid, tid }) => timesOf(events.filter(event => event.pid === pid && event.tid === tid)))
  return all.sort((a, b) => b.total - a.total)[0] ?? { longestTask: Number.NaN, frame95: Number.NaN }
}

function timesOf(events: readonly TraceEvent[]): MainThread & { total: number } {
  const inOrder = events.filter(event => event.ph === 'X').sort((a, b) => a.ts - b.ts)
  const tasks: number[] = []
  const frames: number[] = []
  let sinceFrame = 0
  for (const { name, tdur = 0 } of inOrder) {
    if (name === 'RunTask') {
      tasks.push(tdur / 1_000)
      sinceFrame += tdur / 1_000
    } else if (name === 'Commit') {
      frames.push(sinceFrame)
      sinceFrame = 0
    }
  }
  return {
    longestTask: Math.max(0, ...tasks),
    frame95: frames.sort((a, b) => a - b)[Math.floor(frames.length * 0.95)] ?? Number.NaN,
    total: tasks.reduce((sum, ms) => sum + ms, 0),
  }
}
