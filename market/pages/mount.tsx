import { asFailure } from '@portico/kit/api/asFailure'
import { mostUploadBytes, type UploadLimits } from '@portico/kit/files/uploadLimits'
import type { Assets } from '@portico/kit/http/assets'
import type { EdgeEnv } from '@portico/kit/http/edge'
import { redirect } from '@portico/kit/http/forms'
import { withCallHeaders } from '@portico/kit/http/pageCall'
import { requireSameOrigin } from '@portico/kit/http/sameOrigin'
import type { Context, Hono } from 'hono'
import type { MarketServices } from '../api/context.ts'
import { admitRole, type Role } from '../api/roles.ts'
import type { User } from '../auth/user.ts'
import { type Me, openPageRequest, type PageRequest } from './pageRequest.ts'
import { Refusal } from './parts/refusal.tsx'
import { page } from './respond.tsx'

/** A page request of somebody who is logged in. */
export interface MemberRequest extends PageRequest {
  user: User
  me: Me
}

type Handler<V extends PageRequest> = (pageRequest: V) => Promise<Response>

/** Registers pages: for everyone, for members, or for a role. */
export interface Mount {
  get(path: string, handler: Handler<PageRequest>): void
  post(path: string, handler: Handler<PageRequest>): void
  memberGet(path: string, handler: Handler<MemberRequest>, role?: Role): void
  memberPost(path: string, handler: Handler<MemberRequest>, role?: Role): void
  /** A form with files: the only kind whose body may be larger than those of other requests. */
  memberUpload(path: string, limits: UploadLimits, handler: Handler<MemberRequest>): void
}

export function mountOn(app: Hono<EdgeEnv>, services: MarketServices, assets: Assets): Mount {
  const open = (route: string, handler: Handler<PageRequest>) => async (context: Context<EdgeEnv>) => {
    const pageRequest = await openPageRequest(services, assets, context)
    try {
      if (context.req.method === 'POST') requireSameOrigin(context.req.raw, services.origin)
      services.throttle.traffic(pageRequest.call, pageRequest.user?.id)
      return withCallHeaders(await handler(pageRequest), pageRequest.call)
    } catch (error) {
      return refuse(pageRequest, error, route)
    }
  }
  const forMembers = (route: string, handler: Handler<MemberRequest>, role?: Role) =>
    open(route, async pageRequest => {
      const { user, me } = pageRequest
      if (!user || !me) return toLogin(pageRequest)
      if (role) admitRole(user, { scopes: [role] })
      return handler({ ...pageRequest, user, me })
    })
  return {
    get: (path, handler) => void app.get(path, open(path, handler)),
    post: (path, handler) => void app.post(path, open(path, handler)),
    memberGet: (path, handler, role) => void app.get(path, forMembers(path, handler, role)),
    memberPost: (path, handler, role) => void app.post(path, forMembers(path, handler, role)),
    memberUpload: (path, limits, handler) =>
      void app.post(
        path,
        forMembers(path, pageRequest => {
          pageRequest.call.bounds?.takeUpload(mostUploadBytes(limits))
          return handler(pageRequest)
        }),
      ),
  }
}

function toLogin({ request, url }: PageRequest): Response {
  const next = request.method !== 'POST' ? url.pathname + url.search : '/market'
  return redirect(`/market/login?next=${encodeURIComponent(next)}`)
}

/** The log gets the route: some pages have a token in their path. */
async function refuse(pageRequest: PageRequest, error: unknown, route: string): Promise<Response> {
  const { status, message, details } = asFailure(error)
  if (details.log) pageRequest.services.log.error({ error: details.log, path: route })
  const headers = { ...(details.retryAfter && { 'retry-after': String(Math.ceil(details.retryAfter)) }) }
  return page(pageRequest, { title: message, status, headers }, <Refusal status={status} message={message} />)
}
