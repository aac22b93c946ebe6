import type { EdgeEnv } from '@portico/kit/http/edge'
import { ICON, MARK } from '@portico/kit/http/ownLook'
import type { Hono } from 'hono'
import { GATE_DEMO } from './gateDemo.ts'
import { escapeHtml, OWN_PAGE_HEADERS, ownPage } from './ownPage.ts'
import type { PageContext } from './pageContext.ts'

/** The front page: links to everything this server offers. */
export function frontPage(app: Hono<EdgeEnv>, { config, products }: PageContext): void {
  const apis = products.flatMap(product => product.apis.map(served => served.api))
  const html = ownPage('Portico', body(config.origin, apis))
  app.get('/', context => context.html(html, 200, OWN_PAGE_HEADERS))
  for (const path of ['/favicon.svg', '/favicon.ico']) {
    app.get(path, context =>
      context.body(ICON, 200, { 'content-type': 'image/svg+xml', 'cache-control': 'max-age=86400' }),
    )
  }
}

function body(
  origin: string,
  apis: readonly { name: string; title: string; operations: readonly unknown[] }[],
): string {
  const count = (prefix: string) =>
    apis.filter(api => api.name.startsWith(prefix)).reduce((sum, api) => sum + api.operations.length, 0)
  return `${MARK}
<h1>Portico</h1>
<p class="lead">A sales CRM, a campus textbook marketplace and an identity gate, behind one door.</p>
<ul class="cards">
  ${card('/app', 'Sales CRM', `Deals, people, organizations and what happens around them. ${count('crm')} operations in two versions.`, '/app · /v1 · /api/v2')}
  ${card('/market', 'Textbook marketplace', `Students sell books to students: search, requests, carts, sales. ${count('market')} operations and pages.`, '/market')}
  ${card(GATE_DEMO, 'Identity gate', 'A page that opens to adults only, without learning who they are. Try it with the Self app.', GATE_DEMO)}
  ${card('/docs', 'API reference', 'Every operation with its fields and answers, and the OpenAPI documents behind it.', '/docs')}
</ul>
<h2>A first call</h2>
<pre><code>curl -H 'x-api-token: YOUR TOKEN' ${escapeHtml(origin)}/v1/users/me</code></pre>
<p>Assistants that speak the Model Context Protocol find the CRM at <code>${escapeHtml(origin)}/mcp</code>, with the same token.</p>
<footer>
<nav aria-label="More">
  <a href="/login">Log in</a>
  ${apis.map(api => `<a href="/openapi/${api.name}.json">${escapeHtml(api.title)} (OpenAPI)</a>`).join('\n  ')}
  <a href="/healthz">Health</a>
  <a href="/readyz">Readiness</a>
  <a href="/metrics">Metrics</a>
</nav>
</footer>`
}

function card(href: string, name: string, text: string, path: string): string {
  return `<li><a href="${href}"><h2>${name}</h2><p>${text}</p><small>${path}</small></a></li>`
}
