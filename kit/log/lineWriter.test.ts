import { open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { lineWriter } from './lineWriter.ts'

test('lines are written in their order, few and many', async () => {
  const path = join(tmpdir(), `portico-lines-${process.pid}`)
  const file = await open(path, 'w')
  onTestFinished(async () => {
    await file.close()
    await rm(path)
  })
  const lines = Array.from({ length: 3000 }, (_, index) => `line ${index}\n`)
  const writer = lineWriter(file.fd)

  for (const line of lines) writer.write(line)
  await vi.waitFor(async () => expect(await readFile(path, 'utf8')).toBe(lines.join('')), 120_000)

  writer.write('the last words\n')
  writer.finish()
  expect(await readFile(path, 'utf8')).toBe(`${lines.join('')}the last words\n`)
})

// An error nobody handles would fail the run, an endless try would hang it.
test.runIf(process.platform === 'linux')('what cannot be written, as on a closed terminal, is dropped', async () => {
  const full = await open('/dev/full', 'w')
  onTestFinished(() => full.close())
  const writer = lineWriter(full.fd)

  writer.write('lost')
  await sleep(300)
  writer.write('lost as well')

  expect(() => writer.finish()).not.toThrow()
})
