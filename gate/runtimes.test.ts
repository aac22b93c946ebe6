import { fileURLToPath } from 'node:url'
import { createContext, runInContext } from 'node:vm'
import { build } from 'esbuild'
import { expect, it } from 'vitest'
import type { fetchGate } from './adapter/fetch.ts'
import type { gate } from './core.ts'
import { aConfig, aVisitor, passTest } from './testing/visitor.ts'

/** Everything the library may use where there is no Node: what the web platform and workers have in common. */
const WEB = {
  ...{
    AbortController,
    AbortSignal,
    CompressionStream,
    Headers,
    ReadableStream,
    Request,
    Response,
    TextDecoder,
    TextEncoder,
    URL,
  },
  ...{ atob, clearTimeout, console, crypto, fetch, performance, setTimeout },
}

const SOURCE = "export { gate } from './index.ts'; export { fetchGate } from './adapter/fetch.ts'"

/** One cast: the bundle was made from just these two. */
async function inWorld(world: object): Promise<{ gate: typeof gate; fetchGate: typeof fetchGate }> {
  const { outputFiles } = await build({
    stdin: { contents: SOURCE, resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
    bundle: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'library',
    write: false,
    logLevel: 'silent',
  })
  return runInContext(`${outputFiles[0]?.text};library`, createContext({ ...world })) as Awaited<
    ReturnType<typeof inWorld>
  >
}

it('can be bundled for workers, and does everything there with web APIs alone', async () => {
  const library = await inWorld(WEB)
  const door = library.gate(aConfig({ providers: ['test', 'self'] }))
  const visitor = aVisitor(library.fetchGate(door, request => new Response(request.headers.get('x-verification-id'))))

  const page = await visitor.fetch('/film', { headers: { accept: 'text/html' } })
  const claimed = await passTest(visitor)
  const film = await visitor.fetch('/film')

  expect([page.status, claimed.status, film.status]).toEqual([511, 204, 200])
  expect(await film.text()).toMatch(/^[0-9a-f]{64}$/)
})
