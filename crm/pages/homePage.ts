import type { EdgeEnv } from '@portico/kit/http/edge'
import { redirect } from '@portico/kit/http/forms'
import { pageCallOf } from '@portico/kit/http/pageCall'
import type { Hono } from 'hono'
import type { CrmServices } from '../base/api/context.ts'
import { HOME } from './safeNext.ts'

/** Whoever is signed in begins where they work; others see what the server shows at `/`. */
export function homePage(app: Hono<EdgeEnv>, { signIn, log }: CrmServices): void {
  app.get('/', async (context, next) => {
    const actor = await signIn.ofPage(pageCallOf(context, new Date())).catch(error => {
      // The page behind this one needs no database.
      log.error({ error, path: '/' })
      return undefined
    })
    return actor ? redirect(HOME, { 'cache-control': 'no-store' }) : next()
  })
}
