import type { Call } from '@portico/kit/api'
import type { Database } from '@portico/kit/database'
import { failure } from '@portico/kit/failure'
import { type Actor, findActorByToken } from './actor.ts'
import { digestOf, tokenOf } from './apiToken.ts'

export interface SignIn {
  signIn(call: Call): Promise<Actor>
  /** Forgets what is known about a company's people: roles, rights or tokens have changed. */
  forget(companyId: number): void
}

/** An actor is remembered for seconds, so that signing in costs no query on the hot path. */
const REMEMBERED_MS = 10_000
const MAX_REMEMBERED = 10_000

/** Told by the database when people, roles or tokens of a company change; the payload is the company's id. */
export const ACCESS_CHANNEL = 'crm_access'

export async function openSignIn(database: Database, now: () => number = Date.now): Promise<SignIn> {
  const remembered = new Map<string, { actor: Actor; until: number }>()

  function forget(companyId: number) {
    for (const [token, { actor }] of remembered) if (actor.companyId === companyId) remembered.delete(token)
  }

  // After a lost connection notices may be missing: begin again with nothing remembered.
  await database.listen(
    ACCESS_CHANNEL,
    payload => forget(Number(payload)),
    () => remembered.clear(),
  )

  async function signIn(call: Call): Promise<Actor> {
    const token = tokenOf(call)
    if (!token) throw unauthorized()
    const known = remembered.get(token)
    if (known && known.until > now()) return known.actor
    const actor = await database.read(sql => findActorByToken(sql, digestOf(token)))
    if (!actor) throw unauthorized()
    if (remembered.size >= MAX_REMEMBERED) remembered.clear()
    remembered.set(token, { actor, until: now() + REMEMBERED_MS })
    return actor
  }

  return { signIn, forget }
}

function unauthorized() {
  return failure('unauthenticated', 'unauthorized access')
}
