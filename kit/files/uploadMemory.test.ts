import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import type { FileStore } from './fileStore.ts'
import { readUpload } from './readUpload.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const CHUNK = 65_536
const CHUNKS = 400

test('an upload that is under way keeps nothing in memory of what is stored already', async () => {
  let stored = 0
  const store = {
    async put(_key: string, stream: ReadableStream<Uint8Array>) {
      for await (const chunk of stream) stored += chunk.byteLength
      return { size: stored, sha256: '' }
    },
    async remove() {},
  } as unknown as FileStore
  let end = () => {}
  const ended = new Promise<void>(resolve => {
    end = resolve
  })
  let sent = 0
  const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n'
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (sent++ === 0) return controller.enqueue(Buffer.from(head))
        if (sent <= CHUNKS) return controller.enqueue(new Uint8Array(CHUNK))
        await ended
        controller.enqueue(Buffer.from('\r\n--x--\r\n'))
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const request = new Request('http://here/', { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
  collectGarbage()
  const before = process.memoryUsage().arrayBuffers

  const reading = readUpload(request, { store, maxFileBytes: 1e9, maxFiles: 1, maxFieldBytes: 100 })
  await expect.poll(() => stored).toBeGreaterThan((CHUNKS - 10) * CHUNK)

  // Another thread gives the memory back, when it gets to run.
  const held = () => {
    collectGarbage()
    return process.memoryUsage().arrayBuffers - before
  }
  await expect.poll(held).toBeLessThan((CHUNKS * CHUNK) / 4)
  end()
  await reading
})
