import { failure } from '@portico/kit/failure'
import type { House } from '../api/context.ts'
import { findBearer } from './store.ts'
import type { User } from './user.ts'

/** The caller behind an `Authorization` header; undefined without one, 401 with one that is not good. */
export async function signIn(house: House, authorization: string | null): Promise<User | undefined> {
  if (authorization === null) return undefined
  const token = /^Bearer ([\w.-]+)$/i.exec(authorization.trim())?.[1]
  const user = token ? await userOf(house, token) : undefined
  if (!user) throw failure('unauthenticated', 'The token is not valid, or no longer; log in again')
  return user
}

/** Looks at the account each time: demotion, suspension and a new password count from the next request on. */
export async function userOf(house: House, token: string): Promise<User | undefined> {
  const bearer = await house.tokens.verify(token, house.now())
  return bearer && house.database.read(sql => findBearer(sql, bearer))
}
