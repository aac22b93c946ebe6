import { asFailure } from '@portico/kit/asFailure'
import type { EdgeEnv } from '@portico/kit/edge'
import { mostUploadBytes, type UploadLimits } from '@portico/kit/files/uploadLimits'
import type { Context, Hono } from 'hono'
import type { House } from '../api/context.ts'
import { admitRole, type Role } from '../api/roles.ts'
import type { User } from '../auth/user.ts'
import type { Assets } from './assets.ts'
import { Refusal } from './parts/refusal.tsx'
import { page } from './respond.tsx'
import { requireSameOrigin } from './sameOrigin.ts'
import { type Me, openVisit, redirect, type Visit } from './visit.ts'

/** A visit of somebody who is logged in. */
export interface MemberVisit extends Visit {
  user: User
  me: Me
}

type Handler<V extends Visit> = (visit: V) => Promise<Response>

/** How pages are put onto the server: for everyone, for members, or for a role. */
export interface Mount {
  get(path: string, handler: Handler<Visit>): void
  post(path: string, handler: Handler<Visit>): void
  memberGet(path: string, handler: Handler<MemberVisit>, role?: Role): void
  memberPost(path: string, handler: Handler<MemberVisit>, role?: Role): void
  /** A form with files: the only kind whose body may be larger than those of other requests. */
  memberUpload(path: string, limits: UploadLimits, handler: Handler<MemberVisit>): void
}

export function mountOn(app: Hono<EdgeEnv>, house: House, assets: Assets): Mount {
  const open = (route: string, handler: Handler<Visit>) => async (context: Context<EdgeEnv>) => {
    const visit = await openVisit(house, assets, context)
    try {
      if (context.req.method === 'POST') requireSameOrigin(context.req.raw, house.origin)
      house.throttle.traffic(visit.call, visit.user?.id)
      return withHeaders(await handler(visit), visit.call.headers)
    } catch (error) {
      return refuse(visit, error, route)
    }
  }
  const forMembers = (route: string, handler: Handler<MemberVisit>, role?: Role) =>
    open(route, async visit => {
      const { user, me } = visit
      if (!user || !me) return toLogin(visit)
      if (role) admitRole(user, { scopes: [role] })
      return handler({ ...visit, user, me })
    })
  return {
    get: (path, handler) => void app.get(path, open(path, handler)),
    post: (path, handler) => void app.post(path, open(path, handler)),
    memberGet: (path, handler, role) => void app.get(path, forMembers(path, handler, role)),
    memberPost: (path, handler, role) => void app.post(path, forMembers(path, handler, role)),
    memberUpload: (path, limits, handler) =>
      void app.post(
        path,
        forMembers(path, visit => {
          visit.call.bounds?.takeUpload(mostUploadBytes(limits))
          return handler(visit)
        }),
      ),
  }
}

/** What the operations behind a page want to send along, such as the cookie of a known browser. */
function withHeaders(response: Response, headers: ReadonlyMap<string, string>): Response {
  for (const [name, value] of headers) response.headers.append(name, value)
  return response
}

function toLogin({ request, url }: Visit): Response {
  const next = request.method !== 'POST' ? url.pathname + url.search : '/market'
  return redirect(`/market/login?next=${encodeURIComponent(next)}`)
}

/** The log gets the route: some pages have a token in their path. */
async function refuse(visit: Visit, error: unknown, route: string): Promise<Response> {
  const { status, message, details } = asFailure(error)
  if (details.log) visit.house.log.error({ error: details.log, path: route })
  const headers = { ...(details.retryAfter && { 'retry-after': String(Math.ceil(details.retryAfter)) }) }
  return page(visit, { title: message, status, headers }, <Refusal status={status} message={message} />)
}
