import type { Call } from '@portico/kit/api/api'
import { failure } from '@portico/kit/api/failure'
import type { Database } from '@portico/kit/database/database'
import { type ClientNetwork, clientNetworks } from '@portico/kit/http/clientNetwork'
import { type Actor, findActorByToken } from './actor.ts'
import { digestOf, isApiToken, tokenOf } from './apiToken.ts'
import { openWrongTokens } from './wrongTokens.ts'

export interface SignIn {
  signIn(call: Call): Promise<Actor>
  /** Forgets what is known about a company's people: roles, rights or tokens have changed. */
  forget(companyId: number): void
}

export interface SignInOptions {
  /** Whether a client that tries many wrong tokens is refused for a while. */
  limited?: boolean
  clientOf?: ClientNetwork
  now?: () => number
}

/** An actor is remembered for seconds, so that signing in costs no query on the hot path. */
const REMEMBERED_MS = 10_000
const MAX_REMEMBERED = 10_000

/** Told by the database when people, roles or tokens of a company change; the payload is the company's id. */
export const ACCESS_CHANNEL = 'crm_access'

export async function openSignIn(database: Database, options: SignInOptions = {}): Promise<SignIn> {
  const { limited = false, clientOf = clientNetworks(), now = Date.now } = options
  const remembered = new Map<string, { actor: Actor; until: number }>()
  const wrongTokens = openWrongTokens({ clientOf, limited, now })
  const underway = new Map<string, Promise<Actor | undefined>>()
  // Counts changes, so that whoever was looked up before one is not remembered after it.
  let changes = 0

  function forget(companyId: number) {
    changes++
    underway.clear()
    wrongTokens.forgetAll()
    for (const [token, { actor }] of remembered) if (actor.companyId === companyId) remembered.delete(token)
  }

  // After a lost connection notices may be missing: begin again with nothing remembered.
  await database.listen(
    ACCESS_CHANNEL,
    payload => forget(Number(payload)),
    () => {
      changes++
      underway.clear()
      wrongTokens.forgetAll()
      remembered.clear()
    },
  )

  function remember(token: string, actor: Actor) {
    if (remembered.size >= MAX_REMEMBERED) remembered.clear()
    remembered.set(token, { actor, until: now() + REMEMBERED_MS })
  }

  /** Many calls with one token at once ask the database once. */
  function lookUp(call: Call, token: string, digest: Buffer): Promise<Actor | undefined> {
    const asked = underway.get(token)
    if (asked) return asked
    const before = changes
    const find = () => database.read(sql => findActorByToken(sql, digest))
    const found = wrongTokens
      .lookUp(call, digest.toString('base64'), find)
      .then(actor => {
        if (actor && changes === before) remember(token, actor)
        return actor
      })
      .finally(() => {
        if (underway.get(token) === found) underway.delete(token)
      })
    underway.set(token, found)
    return found
  }

  async function signIn(call: Call): Promise<Actor> {
    const token = tokenOf(call)
    if (!token || !isApiToken(token)) throw unauthorized()
    const known = remembered.get(token)
    if (known && known.until > now()) return known.actor
    const digest = digestOf(token)
    const actor = wrongTokens.isWrong(digest.toString('base64')) ? undefined : await lookUp(call, token, digest)
    if (!actor) throw unauthorized()
    return actor
  }

  return { signIn, forget }
}

function unauthorized() {
  return failure('unauthenticated', 'unauthorized access')
}
