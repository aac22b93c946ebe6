import { expect, test } from 'vitest'
import { edge } from '../http/edge.ts'
import { listen } from '../http/listen.ts'
import { openLog } from '../log/log.ts'
import { openMetrics } from '../log/metrics.ts'
import { toyApi } from '../testing/toyApi.ts'
import { serveApi } from './serveApi.ts'

/** Adds a thing to an API that refuses what it does not know, or to one that does not. */
async function add(thing: object, { strict }: { strict: boolean }) {
  const app = edge({ apis: [serveApi(toyApi({ strict }))], log: openLog('silent'), metrics: openMetrics() })
  const { port, stop } = await listen(app.fetch, { port: 0, host: '127.0.0.1', refuse: app.refuse })
  const headers = { 'x-key': 'me', 'content-type': 'application/json' }
  const body = JSON.stringify(thing)
  try {
    const reply = await fetch(`http://127.0.0.1:${port}/toy/things`, { method: 'POST', headers, body })
    return { status: reply.status, body: (await reply.json()) as { data?: unknown; error?: string } }
  } finally {
    await stop()
  }
}

test.each(['colour', '', 'constructor', 'toString'])('400 when a strict API is sent a field named "%s"', async name => {
  const { status, body } = await add({ name: 'Lamp', [name]: 'x' }, { strict: true })

  expect([status, body.error]).toEqual([400, `${name || '""'} is not a field of this request`])
})

test('an operation of an API that takes every field is given those it declares', async () => {
  const sent = { name: 'Lamp', company_id: 7, '': 1, constructor: 'x', hasOwnProperty: 'y' }

  const { status, body } = await add(sent, { strict: false })

  expect([status, body.data]).toEqual([201, { body: { name: 'Lamp' } }])
})
