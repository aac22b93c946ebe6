import { failure } from '@portico/kit/api/failure'
import type { Sql } from '@portico/kit/database/sql'
import type { MarketServices } from '../api/context.ts'
import { findBearer, holdMember } from './store.ts'
import type { User } from './user.ts'

/** The caller behind an `Authorization` header; undefined without one, 401 with one that is not good. */
export async function signIn(services: MarketServices, authorization: string | null): Promise<User | undefined> {
  if (authorization === null) return undefined
  const token = /^Bearer ([\w.-]+)$/i.exec(authorization.trim())?.[1]
  const user = token ? await userOf(services, token) : undefined
  if (!user) throw failure('unauthenticated', 'The token is not valid, or no longer; log in again')
  return user
}

/** For what puts something on the market: it must not slip in while the account is suspended or deleted. */
export function requireMember(sql: Sql, user: User): Promise<void> {
  return requireHeld(sql, user, 'shared')
}

/**
 * The same for what an account may have so many of: of two calls at once, both would see room for the last one. It is the
 * first lock that is taken: two calls that share one and then both want it alone wait for each other.
 */
export function requireMemberAlone(sql: Sql, user: User): Promise<void> {
  return requireHeld(sql, user, 'alone')
}

async function requireHeld(sql: Sql, { id }: User, hold: 'shared' | 'alone'): Promise<void> {
  if (!(await holdMember(sql, id, hold))) throw failure('unauthenticated', 'This account was suspended or deleted')
}

/** Looks at the account each time: log-out, demotion, suspension and a new password count from the next request on. */
export async function userOf(services: MarketServices, token: string): Promise<User | undefined> {
  const bearer = await services.tokens.verify(token, services.now())
  if (!bearer) return undefined
  const found = await services.database.read(sql => findBearer(sql, bearer))
  return found && { ...found, session: bearer.session }
}
