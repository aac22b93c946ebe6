import { expect } from 'vitest'
import type { TestUser } from './startTestCrm.ts'

export interface ReadEvent {
  id: string
  event: string
  // biome-ignore lint/suspicious/noExplicitAny: of every shape
  data: any
}

/** Somebody who reads an event stream. Events that have come are in `events`; the last id counts what has no data too. */
export interface EventReader {
  status: number
  headers: Headers
  events: ReadEvent[]
  lastId(): string
  isOver(): boolean
  /** All that has come, as text. */
  text(): string
  /** Waits for so many events. */
  until(count: number): Promise<ReadEvent[]>
  close(): Promise<void>
}

export async function readEvents(
  origin: string,
  user: Pick<TestUser, 'token'>,
  path: string,
  headers: Record<string, string> = {},
): Promise<EventReader> {
  const stopping = new AbortController()
  const response = await fetch(origin + path, {
    headers: { 'x-api-token': user.token, ...headers },
    signal: stopping.signal,
  })
  const events: ReadEvent[] = []
  let [text, rest, lastId, isOver] = ['', '', '', false]
  const decoder = new TextDecoder()

  function take(block: string) {
    const fields = new Map(
      block.split('\n').map(line => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
    )
    lastId = fields.get('id') ?? lastId
    const data = fields.get('data')
    if (data !== undefined) events.push({ id: lastId, event: fields.get('event') ?? 'message', data: JSON.parse(data) })
  }

  const reading = (async () => {
    for await (const piece of response.body ?? []) {
      const arrived = decoder.decode(piece, { stream: true })
      text += arrived
      const blocks = (rest + arrived).split('\n\n')
      rest = blocks.pop() ?? ''
      blocks.forEach(take)
    }
  })()
    .catch(() => {})
    .finally(() => {
      isOver = true
    })

  return {
    status: response.status,
    headers: response.headers,
    events,
    lastId: () => lastId,
    isOver: () => isOver,
    text: () => text,
    async until(count) {
      await expect.poll(() => events.length, { interval: 10 }).toBeGreaterThanOrEqual(count)
      return events
    },
    async close() {
      stopping.abort()
      await reading
    },
  }
}
