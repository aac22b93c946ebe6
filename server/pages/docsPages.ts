import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { openApiOf } from '@portico/kit/api/openapi'
import type { EdgeEnv } from '@portico/kit/http/edge'
import type { Hono } from 'hono'
import { docsHtml, docsScript, docsStyle } from './docsHtml.ts'
import type { PageContext } from './pageContext.ts'

/** The OpenAPI document of each API, and a page to read them with. Every byte of it comes from here. */
export function docsPages(app: Hono<EdgeEnv>, { products, config }: PageContext): void {
  const apis = products.flatMap(product => product.apis.map(served => served.api))
  const documents = new Map<string, string>()
  for (const api of apis) {
    app.get(`/openapi/${api.name}.json`, context => {
      const text = documents.get(api.name) ?? JSON.stringify(openApiOf(api, config.origin))
      documents.set(api.name, text)
      return context.body(text, 200, { 'content-type': 'application/json; charset=utf-8', ...SHORT })
    })
  }

  const choices = apis.map(api => ({ name: api.title, url: `/openapi/${api.name}.json` }))
  app.get('/docs', context => context.html(docsHtml, 200, { 'content-security-policy': POLICY, ...SHORT }))
  app.get('/docs/', context => context.redirect('/docs', 308))
  app.get('/docs/portico.js', context =>
    context.body(docsScript(choices), 200, { 'content-type': JAVASCRIPT, ...SHORT }),
  )
  app.get('/docs/portico.css', context => context.body(docsStyle, 200, { 'content-type': STYLESHEET, ...SHORT }))
  for (const [name, type] of Object.entries(ASSETS)) {
    app.get(`/docs/${name}`, async context =>
      context.body(await assetNamed(name), 200, { 'content-type': type, ...DAY }),
    )
  }
}

const JAVASCRIPT = 'text/javascript; charset=utf-8'
const STYLESHEET = 'text/css; charset=utf-8'
const ASSETS = {
  'swagger-ui.css': STYLESHEET,
  'swagger-ui-bundle.js': JAVASCRIPT,
  'swagger-ui-standalone-preset.js': JAVASCRIPT,
}

/** Read once: an answer that waits to be sent shares its bytes with all others. */
function assetNamed(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const known = assets.get(name)
  if (known) return known
  const read = readFile(join(swaggerFolder(), name)).then(bytes => new Uint8Array(bytes))
  assets.set(name, read)
  read.catch(() => assets.delete(name))
  return read
}

const assets = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()

function swaggerFolder(): string {
  return dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
}

/** The reference page writes style attributes and draws its icons from data addresses; scripts are ours alone. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const SHARED = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' }
const SHORT = { 'cache-control': 'no-cache', ...SHARED }
const DAY = { 'cache-control': 'public, max-age=86400', ...SHARED }
