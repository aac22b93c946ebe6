import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { packageFolder } from '@portico/kit/files/packageFolder'
import { expect, test } from 'vitest'

const compiled = packageFolder(import.meta.url, 'dist', 'work', 'mail', 'cleanInThread.js')

/** A process of its own: threads run what is compiled, and tests run the sources. */
const SCRIPT = `
  const { cleanInThread } = await import('${pathToFileURL(compiled)}')
  let threads = 0
  process.on('worker', () => threads++)
  const { html, whole } = await cleanInThread({ text: 'short', html: '<div>'.repeat(190_000) })
  const ordinary = await cleanInThread({ text: null, html: '<p>Hello<script>x</script></p>' })
  console.log(JSON.stringify({ threads, html, kept: whole?.text.length, ordinary: ordinary.html }))`

test('HTML is cleaned in a thread, and what would take too long is kept whole beside its text', async () => {
  if (!existsSync(compiled)) throw new Error('not built: npm run build')

  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', SCRIPT], {
    env: { PATH: process.env.PATH },
  })

  const said = JSON.parse(stdout)
  expect(said).toMatchObject({ kept: 5 * 190_000, html: expect.stringContaining('short'), ordinary: '<p>Hello</p>' })
  expect(said.threads).toBe(1)
})
