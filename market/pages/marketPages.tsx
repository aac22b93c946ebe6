import { failure } from '@portico/kit/api/failure'
import type { Product } from '@portico/kit/api/product'
import type { MarketServices } from '../api/context.ts'
import { GATE_PATH } from '../openServices.ts'
import { accountPages } from './accountPages.tsx'
import { openMarketAssets } from './assets.ts'
import { bookPages } from './bookPages.tsx'
import { cartPages } from './cartPages.tsx'
import { coursePage } from './coursePage.tsx'
import { dashboardPages } from './dashboardPages.tsx'
import { helpPages } from './helpPages.tsx'
import { homePage } from './homePage.tsx'
import { loginPages } from './loginPages.tsx'
import { messagePages } from './messagePages.tsx'
import { mountOn } from './mount.tsx'
import { passwordPages } from './passwordPages.tsx'
import { servePicture } from './picture.ts'
import { postsPages } from './postsPages.tsx'
import { salesPages } from './salesPages.tsx'
import { searchPages } from './searchPages.tsx'
import { sellPages } from './sellPages.tsx'
import { readSession } from './session.ts'
import { signupPages } from './signupPages.tsx'
import { slipPages } from './slipPages.tsx'
import { unsubscribePages } from './unsubscribePages.tsx'

/** Whose proof of age it is: the account this browser is signed in to. */
async function accountOf({ tokens, now }: MarketServices, request: Request): Promise<string | undefined> {
  const token = readSession(request)
  return token === undefined ? undefined : (await tokens.verify(token, now()))?.accountId
}

/** Everything under /market. */
export async function marketPages(services: MarketServices): Promise<NonNullable<Product['pages']>> {
  const assets = await openMarketAssets()
  return app => {
    assets.serve(app)
    app.get('/market/pictures/:id', context => servePicture(services, context.req.param('id'), 'large'))
    app.get('/market/pictures/:id/small', context => servePicture(services, context.req.param('id'), 'small'))
    const { gate } = services
    if (gate) {
      app.all(`${GATE_PATH}/*`, async context => {
        const { raw } = context.req
        return (await gate.handle(raw, { boundTo: await accountOf(services, raw) })) ?? context.notFound()
      })
    }
    unsubscribePages(app, services, assets)

    const mount = mountOn(app, services, assets)
    homePage(mount)
    helpPages(mount)
    signupPages(mount)
    loginPages(mount)
    passwordPages(mount)
    sellPages(mount)
    bookPages(mount)
    coursePage(mount)
    slipPages(mount)
    messagePages(mount)
    searchPages(mount)
    postsPages(mount)
    cartPages(mount)
    salesPages(mount)
    accountPages(mount)
    dashboardPages(mount)
    mount.get('/market/*', async () => {
      throw failure('missing', 'There is nothing at this address')
    })
  }
}
