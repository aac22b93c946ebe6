import type { EdgeEnv } from '@portico/kit/http/edge'
import { MARK } from '@portico/kit/http/ownLook'
import { gate } from 'gate'
import { honoGate } from 'gate/adapter'
import type { Hono } from 'hono'
import { escapeHtml, OWN_PAGE_HEADERS, ownPage } from './ownPage.ts'
import type { PageContext } from './pageContext.ts'

export const GATE_DEMO = '/gate/demo'

/** A page behind the gate: whoever sees it has proved to be an adult. */
export function gateDemo(app: Hono<EdgeEnv>, { config, secrets, gateProviders, gateSessions }: PageContext): void {
  if (!isTrustworthy(config.origin)) {
    app.get(GATE_DEMO, context => context.html(unavailable, 503, OWN_PAGE_HEADERS))
    return
  }
  const door = gate({
    domain: config.origin,
    basePath: '/gate/door',
    providers: gateProviders,
    disclosures: { minAge: 18 },
    secret: secrets,
    scope: 'portico-demo',
    appName: 'Portico demo',
    ...(gateSessions && { sessionAdapter: gateSessions }),
  })
  app.use('/gate/*', honoGate(door))
  app.get(GATE_DEMO, context => {
    const id = context.req.raw.headers.get('x-verification-id') ?? ''
    return context.html(welcome(id), 200, { ...OWN_PAGE_HEADERS, 'cache-control': 'no-store' })
  })
}

/** The gate's cookies are Secure, which browsers accept over https and from their own machine. */
function isTrustworthy(origin: string): boolean {
  const { protocol, hostname } = new URL(origin)
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

function welcome(id: string): string {
  return ownPage(
    'You are through',
    `${MARK}
<h1>You are through</h1>
<p class="lead">You have proved to be at least 18. Nothing else about you was learned.</p>
<p>This visit goes by the number <code>${escapeHtml(id)}</code>, which is different on every site.</p>
<p><a href="/">Back to the front</a></p>`,
  )
}

const unavailable = ownPage(
  'The gate needs https',
  `${MARK}
<h1>The gate needs https</h1>
<p class="lead">Set PORTICO_URL to the https address of this server, and the demo opens.</p>
<p><a href="/">Back to the front</a></p>`,
)
