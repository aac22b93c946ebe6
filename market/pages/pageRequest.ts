import type { Call } from '@portico/kit/api/api'
import type { Operation } from '@portico/kit/api/operation'
import type { Assets } from '@portico/kit/http/assets'
import type { EdgeEnv } from '@portico/kit/http/edge'
import { readForm, type Values } from '@portico/kit/http/forms'
import { pageCallOf } from '@portico/kit/http/pageCall'
import type { Context } from 'hono'
import type { Static } from 'typebox'
import { getUserData } from '../account/operations.ts'
import type { UserData } from '../account/wire.ts'
import type { Market, MarketServices } from '../api/context.ts'
import { userOf } from '../auth/signIn.ts'
import type { User } from '../auth/user.ts'
import { type PageInput, runOperation } from './runOperation.ts'
import { readSession } from './session.ts'

export type Me = Static<typeof UserData>

/** One request for a page: who asks, and how to do something for them. */
export interface PageRequest {
  services: MarketServices
  assets: Assets
  call: Call
  request: Request
  url: URL
  user: User | undefined
  /** The account, for the head of the page. */
  me: Me | undefined
  param(name: string): string
  query(name: string): string
  run<T>(operation: Operation<Market>, input?: PageInput): Promise<T>
  form(): Promise<Values>
}

export async function openPageRequest(
  services: MarketServices,
  assets: Assets,
  context: Context<EdgeEnv>,
): Promise<PageRequest> {
  const request = context.req.raw
  const token = readSession(request)
  const user = token ? await userOf(services, token) : undefined
  const call = pageCallOf(context, services.now())
  const run = <T>(operation: Operation<Market>, input: PageInput = {}) =>
    runOperation<T>(services, operation, input, user, call)
  const url = new URL(request.url)
  return {
    services,
    assets,
    call,
    request,
    url,
    user,
    me: user && (await run<{ user: Me }>(getUserData)).user,
    param: name => context.req.param(name) ?? '',
    query: name => url.searchParams.get(name) ?? '',
    run,
    form: () => readForm(request),
  }
}

/** Where to go after logging in: only ever a page of ours, written as addresses are. */
export function safeNext(next: string): string {
  if (!/^\/market(?:[/?][^\\]*)?$/.test(next) || next.includes('//')) return '/market'
  const { pathname, search } = new URL(next, 'http://market')
  return pathname.startsWith('/market') ? pathname + search : '/market'
}
