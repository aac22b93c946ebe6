import type { EdgeEnv } from '@portico/kit/http/edge'
import type { Hono } from 'hono'
import { docsPages } from './docsPages.ts'
import { frontPage } from './frontPage.ts'
import { gateDemo } from './gateDemo.ts'
import type { PageContext } from './pageContext.ts'
import { statePages } from './statePages.ts'

/** Everything on the origin that is not an operation of an API. */
export function serverPages(server: PageContext): (app: Hono<EdgeEnv>) => void {
  return app => {
    statePages(app, server)
    docsPages(app, server)
    gateDemo(app, server)
    for (const product of server.products) product.pages?.(app)
    // After the products: people who are signed in to one of them are led on to it from there.
    frontPage(app, server)
  }
}
