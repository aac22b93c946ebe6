import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Product } from '@portico/kit/api/product'
import { packageFolder } from '@portico/kit/files/packageFolder'
import { openAssets } from '@portico/kit/http/assets'
import { redirect } from '@portico/kit/http/forms'
import { PALETTE } from '@portico/kit/http/ownLook'
import type { CrmServices } from '../base/api/context.ts'
import { accountPages } from './account/accountPages.tsx'
import { secondFactorPages } from './account/secondFactorPages.tsx'
import { appPages, type WebApp } from './appPage.ts'
import { authorizePages } from './authorizePages.tsx'
import { calendarPage } from './calendarPage.ts'
import { codePages } from './codePages.tsx'
import { companyPages } from './companyPages.tsx'
import { homePage } from './homePage.ts'
import { loginPages } from './loginPages.tsx'
import { mountOn } from './mount.tsx'
import { passkeyPages } from './passkeyPages.ts'
import { passwordPages } from './passwordPages.tsx'
import { signUpPages } from './signUpPages.tsx'

/** Signing in, the account of a person, and the web app. */
export async function crmPages(services: CrmServices, webApp?: WebApp): Promise<NonNullable<Product['pages']>> {
  const folder = packageFolder(import.meta.url, 'pages', 'assets')
  const assets = openAssets('/app/assets/:name', {
    'passkeys.js': await readFile(join(folder, 'passkeys.js'), 'utf8'),
    'pages.css': PALETTE + (await readFile(join(folder, 'pages.css'), 'utf8')),
  })
  return app => {
    assets.serve(app)
    const mount = mountOn(app, { services, assets })
    loginPages(mount)
    codePages(mount)
    companyPages(mount)
    passwordPages(mount)
    accountPages(mount)
    secondFactorPages(mount)
    passkeyPages(mount)
    if (services.openSignUp) signUpPages(mount)
    authorizePages(mount)
    homePage(app, services)
    calendarPage(mount)
    // Last, since it takes every address that is left.
    if (webApp) appPages(app, mount, webApp)
    else mount.memberGet('/app', async () => redirect('/app/account'))
  }
}
