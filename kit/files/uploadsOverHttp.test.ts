import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { describe, expect, test } from 'vitest'
import { isFailure } from '../api/failure.ts'
import { readUpload, type UploadOptions } from './readUpload.ts'
import { streamOf } from './testing/streams.ts'
import { part, uploadStore } from './testing/uploads.ts'

const here = uploadStore()
const { limits, storedKeys } = here

describe('on a real connection', () => {
  const MB = 1024 * 1024

  test('200 for a file of 30 MB', async () => {
    const server = await listen({ maxFileBytes: 30 * MB })

    const response = await fetch(server.url, chunkedForm(30 * MB))
    const answered = await response.json()
    await server.stop()

    expect(response.status).toBe(200)
    expect(answered).toMatchObject({ files: [{ size: 30 * MB }] })
  })

  test('413 reaches the sender of a file over the limit', async () => {
    const server = await listen({ maxFileBytes: 1 * MB })
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(2 * MB)]), 'big')

    const statuses: number[] = []
    for (let round = 0; round < 5; round++) {
      statuses.push((await fetch(server.url, { method: 'POST', body: form })).status)
    }
    await server.stop()

    expect(statuses).toEqual([413, 413, 413, 413, 413])
    expect(await storedKeys()).toEqual([])
  })

  test('nothing is kept when the sender hangs up', async () => {
    const server = await listen({ maxFileBytes: 30 * MB })
    const head =
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=BOUND\r\nContent-Length: 999999\r\n\r\n'
    const socket = connect(server.port, '127.0.0.1')
    const begun =
      part('name="file"; filename="whole"', 'whole') + part('name="file"; filename="half"', 'x'.repeat(200_000))
    await new Promise(resolve => socket.write(head + begun.slice(0, -10), resolve))
    await waitUntil(async () => (await storedKeys()).length === 1)

    socket.destroy()

    await waitUntil(async () => (await storedKeys()).length === 0)
    await waitUntil(async () => (await readdir(join(here.directory, 'files', '.incoming'))).length === 0)
    await server.stop()
  })

  async function listen(options: Partial<UploadOptions>) {
    const server = serve({ port: 0, hostname: '127.0.0.1', fetch: request => answer(request, limits(options)) })
    if (!server.listening) await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    return {
      url: `http://127.0.0.1:${port}/`,
      port,
      async stop() {
        server.close()
        await once(server, 'close')
      },
    }
  }

  async function answer(request: Request, options: UploadOptions): Promise<Response> {
    try {
      return Response.json(await readUpload(request, options))
    } catch (error) {
      return Response.json(String(error), { status: isFailure(error) ? error.status : 500 })
    }
  }

  function chunkedForm(size: number) {
    const parts = [
      new Blob(['--BOUND\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n']).stream(),
      streamOf(size).stream,
      new Blob(['\r\n--BOUND--\r\n']).stream(),
    ]
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        for (const stream of parts) for await (const chunk of stream) controller.enqueue(chunk)
        controller.close()
      },
    })
    const headers = { 'content-type': 'multipart/form-data; boundary=BOUND' }
    return { method: 'POST', headers, body, duplex: 'half' as const }
  }
})

async function waitUntil(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (await holds()) return
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  throw new Error('it did not come to pass within six seconds')
}
