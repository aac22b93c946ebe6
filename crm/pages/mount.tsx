import { asFailure } from '@portico/kit/api/asFailure'
import type { EdgeEnv } from '@portico/kit/http/edge'
import { redirect } from '@portico/kit/http/forms'
import { withCallHeaders } from '@portico/kit/http/pageCall'
import { requireSameOrigin } from '@portico/kit/http/sameOrigin'
import type { Context, Hono } from 'hono'
import type { Actor } from '../base/access/actor.ts'
import { openPageRequest, type PageRequest, type PageServices } from './pageRequest.ts'
import { Told } from './parts/told.tsx'
import { page } from './respond.tsx'

/** A page request of somebody who is signed in. */
export interface MemberRequest extends PageRequest {
  actor: Actor
}

type Handler<R extends PageRequest> = (pageRequest: R) => Promise<Response>

/** Pages that set up a second factor open to those whose company demands one. */
type Opens = 'always' | 'with everything shown'

/** How pages are put onto the server: for everyone, or for people who are signed in. */
export interface Mount {
  get(path: string, handler: Handler<PageRequest>): void
  post(path: string, handler: Handler<PageRequest>): void
  memberGet(path: string, handler: Handler<MemberRequest>, opens?: Opens): void
  memberPost(path: string, handler: Handler<MemberRequest>, opens?: Opens): void
}

export function mountOn(app: Hono<EdgeEnv>, pageServices: PageServices): Mount {
  const { services } = pageServices
  const open = (route: string, handler: Handler<PageRequest>) => async (context: Context<EdgeEnv>) => {
    const pageRequest = await openPageRequest(pageServices, context)
    try {
      if (context.req.method === 'POST') requireSameOrigin(context.req.raw, services.origin)
      services.throttle.traffic(pageRequest.call, pageRequest.actor?.credential)
      return withCallHeaders(await handler(pageRequest), pageRequest.call)
    } catch (error) {
      return refuse(pageRequest, error, route)
    }
  }
  const forMembers = (route: string, handler: Handler<MemberRequest>, opens: Opens = 'with everything shown') =>
    open(route, async pageRequest => {
      const { actor } = pageRequest
      if (!actor) return toLogin(pageRequest)
      if (actor.lacksSecondFactor && opens !== 'always') return toSecondFactor()
      return handler({ ...pageRequest, actor })
    })
  return {
    get: (path, handler) => void app.get(path, open(path, handler)),
    post: (path, handler) => void app.post(path, open(path, handler)),
    memberGet: (path, handler, opens) => void app.get(path, forMembers(path, handler, opens)),
    memberPost: (path, handler, opens) => void app.post(path, forMembers(path, handler, opens)),
  }
}

/** Where people set up what their company demands, before anything else opens. */
export function toSecondFactor(): Response {
  return redirect('/app/account/second-factor')
}

/** A form that was sent is not sent again after signing in: its page is shown. */
export function toLogin({ request, url }: PageRequest): Response {
  const next = request.method === 'POST' ? '' : `?next=${encodeURIComponent(url.pathname + url.search)}`
  return redirect(`/login${next}`)
}

/** The log gets the route: some pages have a secret in their address. */
async function refuse(pageRequest: PageRequest, error: unknown, route: string): Promise<Response> {
  const { status, message, details } = asFailure(error)
  if (details.log) pageRequest.services.log.error({ error: details.log, path: route })
  const headers = { ...(details.retryAfter && { 'retry-after': String(Math.ceil(details.retryAfter)) }) }
  return page(
    pageRequest,
    { title: 'That did not work', status, headers },
    <Told title="That did not work">
      <p>{message}.</p>
    </Told>,
  )
}
