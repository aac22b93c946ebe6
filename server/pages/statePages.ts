import type { EdgeEnv } from '@portico/kit/http/edge'
import type { Hono } from 'hono'
import type { PageContext } from './pageContext.ts'

/** For monitoring: whether the process is up, whether the server is ready, and its metrics. */
export function statePages(app: Hono<EdgeEnv>, { metrics, isReady }: PageContext): void {
  app.get('/healthz', context => context.json({ status: 'up' }, 200, NEVER_KEPT))
  app.get('/readyz', async context => {
    const state = await isReady()
    if (state.ready) return context.json({ status: 'ready' }, 200, NEVER_KEPT)
    return context.json({ status: 'not ready', reason: state.reason }, 503, NEVER_KEPT)
  })
  app.get('/metrics', async context =>
    context.body(await metrics.text(), 200, { 'content-type': metrics.contentType, ...NEVER_KEPT }),
  )
}

const NEVER_KEPT = { 'cache-control': 'no-store' }
