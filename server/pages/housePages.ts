import type { EdgeEnv } from '@portico/kit/edge'
import type { Hono } from 'hono'
import { docsPages } from './docsPages.ts'
import { frontPage } from './frontPage.ts'
import { gateDemo } from './gateDemo.ts'
import type { PageContext } from './pageContext.ts'
import { statePages } from './statePages.ts'

/** Everything on the origin that is not an operation of an API. */
export function housePages(house: PageContext): (app: Hono<EdgeEnv>) => void {
  return app => {
    statePages(app, house)
    docsPages(app, house)
    frontPage(app, house)
    gateDemo(app, house)
    for (const product of house.products) product.pages?.(app)
  }
}
