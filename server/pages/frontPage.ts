import type { EdgeEnv } from '@portico/kit/edge'
import type { Hono } from 'hono'
import type { HousePages } from './housePages.ts'

export function frontPage(app: Hono<EdgeEnv>, _house: HousePages): void {
  app.get('/', context => context.text('Portico'))
}
