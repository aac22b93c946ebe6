import type { EdgeEnv } from '@portico/kit/edge'
import type { Metrics } from '@portico/kit/metrics'
import type { Product } from '@portico/kit/product'
import type { Hono } from 'hono'
import type { Config } from '../config/readConfig.ts'
import type { GateProviders } from '../start/gateProviders.ts'
import type { Readiness } from '../start/readiness.ts'
import { docsPages } from './docsPages.ts'
import { frontPage } from './frontPage.ts'
import { gateDemo } from './gateDemo.ts'
import { statePages } from './statePages.ts'

export interface HousePages {
  config: Config
  secrets: readonly string[]
  gateProviders: GateProviders
  products: readonly Product[]
  metrics: Metrics
  isReady(): Promise<Readiness>
}

/** Everything on the origin that is not an operation of an API. */
export function housePages(house: HousePages): (app: Hono<EdgeEnv>) => void {
  return app => {
    statePages(app, house)
    docsPages(app, house)
    frontPage(app, house)
    gateDemo(app, house)
    for (const product of house.products) product.pages?.(app)
  }
}
