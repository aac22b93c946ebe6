import type { Call } from '@portico/kit/api/api'
import type { Assets } from '@portico/kit/http/assets'
import type { EdgeEnv } from '@portico/kit/http/edge'
import { readForm, type Values } from '@portico/kit/http/forms'
import { pageCallOf } from '@portico/kit/http/pageCall'
import type { Context } from 'hono'
import type { Actor } from '../base/access/actor.ts'
import type { CrmServices } from '../base/api/context.ts'

/** What every page is made with. */
export interface PageServices {
  services: CrmServices
  assets: Assets
}

/** One request for a page, and who asks. */
export interface PageRequest extends PageServices {
  call: Call
  request: Request
  url: URL
  actor: Actor | undefined
  param(name: string): string
  query(name: string): string
  form(): Promise<Values>
}

export async function openPageRequest(page: PageServices, context: Context<EdgeEnv>): Promise<PageRequest> {
  const request = context.req.raw
  const call = pageCallOf(context, new Date())
  const url = new URL(request.url)
  return {
    ...page,
    call,
    request,
    url,
    actor: await page.services.signIn.ofPage(call),
    param: name => context.req.param(name) ?? '',
    query: name => url.searchParams.get(name) ?? '',
    form: () => readForm(request),
  }
}
