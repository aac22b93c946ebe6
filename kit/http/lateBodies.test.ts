import { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BoundedRequest } from './boundedBody.ts'
import { type BodyWatch, watchBodies } from './lateBodies.ts'

let late: BoundedRequest[]
let watch: BodyWatch

beforeEach(() => {
  vi.useFakeTimers()
  late = []
  const times = { requestTimeout: 60_000, stallTimeout: 20_000, leastRate: 1_000 }
  watch = watchBodies(times, ({ incoming }) => late.push(incoming))
})

afterEach(() => {
  watch.stop()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

function begin({ upload = false } = {}) {
  const incoming = new BoundedRequest(new Socket())
  const arrival = watch.begin(incoming, new ServerResponse(incoming))
  if (upload) incoming.takeUpload(50_000_000)
  return { incoming, arrival }
}

/** Lets seconds go by in which so many bytes come each. */
function arrive(incoming: BoundedRequest, seconds: number, bytesPerSecond: number) {
  for (let second = 0; second < seconds; second++) {
    incoming.received += bytesPerSecond
    vi.advanceTimersByTime(1_000)
  }
}

/** Time that goes by without a timer that fires, as while a machine sleeps. */
function standStill(milliseconds: number) {
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + milliseconds)
}

test('a body of any other request is late after a minute, however fast it comes', () => {
  const { incoming } = begin()

  arrive(incoming, 60, 10_000)
  expect(late).toEqual([])
  arrive(incoming, 5, 10_000)
  expect(late).toContain(incoming)
})

test('an upload that comes fast enough is never late', () => {
  const { incoming } = begin({ upload: true })

  arrive(incoming, 3_600, 1_000)

  expect(late).toEqual([])
})

test('while the process itself stands still no body becomes late', () => {
  const { incoming: upload } = begin({ upload: true })
  const { incoming: body } = begin()
  arrive(upload, 50, 10_000)

  standStill(600_000)
  arrive(upload, 9, 10_000)
  expect(late).toEqual([])
  arrive(upload, 6, 10_000)
  expect(late).toContain(body)
  expect(late).not.toContain(upload)
})

test('an upload is late after twenty seconds without a byte', () => {
  const { incoming } = begin({ upload: true })

  arrive(incoming, 30, 1_000_000)
  arrive(incoming, 20, 0)
  expect(late).toEqual([])
  arrive(incoming, 6, 0)
  expect(late).toContain(incoming)
})

test('an upload that trickles is late once it is slower than the least rate after its first minute', () => {
  const { incoming } = begin({ upload: true })

  arrive(incoming, 62, 100)
  expect(late).toEqual([])
  arrive(incoming, 10, 100)
  expect(late).toContain(incoming)
})

test('a body that has arrived is not late while it waits for its reader, nor one whose sender is gone', () => {
  const { incoming: whole } = begin()
  const { incoming: gone } = begin()
  whole.complete = true
  gone.socket.destroy()

  vi.advanceTimersByTime(600_000)

  expect(late).toEqual([])
})

test('a body that still comes after the answer is watched on, as an upload no longer', () => {
  const { incoming, arrival } = begin({ upload: true })

  watch.answered(arrival)
  arrive(incoming, 70, 10_000)

  expect(late).toContain(incoming)
})
