import type { Call } from '@portico/kit/api/api'
import { failure } from '@portico/kit/api/failure'
import type { Database } from '@portico/kit/database/database'
import { repeatedReads } from '@portico/kit/database/repeatedReads'
import { type ClientNetwork, clientNetworks } from '@portico/kit/http/clientNetwork'
import type { Actor } from './actor.ts'
import { digestOf } from './apiToken.ts'
import { type Credential, credentialOf } from './credentials.ts'
import { openLastUses } from './lastUses.ts'
import { sessionCookieOf, sessions } from './session.ts'
import { openWrongTokens } from './wrongTokens.ts'

export interface SignIn {
  /** Who makes a call, by whatever it shows; refuses a call that shows nothing good. */
  signIn(call: Call): Promise<Actor>
  /** Whose session the browser that asks for a page holds; a page is opened from anywhere, so the cookie counts alone. */
  ofPage(call: Call): Promise<Actor | undefined>
  /** Says when people, roles or credentials have changed, of a company or, undefined, of any; ends with what it gives back. */
  onChange(heard: (companyId: number | undefined) => void): () => void
  /** Forgets what is known about a company's people: roles, rights or tokens have changed. */
  forget(companyId: number): void
}

export interface SignInOptions {
  /** Public origin, whose pages may use the cookie. */
  origin?: string
  /** Whether a client that tries many wrong tokens is refused for a while. */
  limited?: boolean
  clientOf?: ClientNetwork
  /** When the last use of a credential is written down: half a minute after it. */
  usesWrittenAfterMs?: number | undefined
  now?: () => number
}

/**
 * An actor is remembered for a second, so that signing in costs no query on the hot path, and what was ended is refused
 * within that second even where the notice of it was lost.
 */
const REMEMBERED_MS = 1_000
const MAX_REMEMBERED = 10_000

/** Told by the database when people, roles or tokens of a company change; the payload is the company's id. */
const ACCESS_CHANNEL = 'crm_access'

export async function openSignIn(database: Database, options: SignInOptions = {}): Promise<SignIn> {
  const reads = repeatedReads(database)
  const { origin = '', limited = false, clientOf = clientNetworks(), now = Date.now } = options
  const remembered = new Map<string, { actor: Actor; until: number }>()
  const wrongTokens = openWrongTokens({ clientOf, limited, now })
  const lastUses = openLastUses(database, options.usesWrittenAfterMs)
  const underway = new Map<string, Promise<Actor | undefined>>()
  // Counts changes, so that whoever was looked up before one is not remembered after it.
  let changes = 0
  const hearers = new Set<(companyId: number | undefined) => void>()

  function forget(companyId: number) {
    changes++
    underway.clear()
    wrongTokens.forgetAll()
    for (const [text, { actor }] of remembered) if (actor.companyId === companyId) remembered.delete(text)
  }

  // After a lost connection notices may be missing: begin again with nothing remembered.
  await database.listen(
    ACCESS_CHANNEL,
    payload => {
      forget(Number(payload))
      for (const heard of hearers) heard(Number(payload))
    },
    () => {
      changes++
      underway.clear()
      wrongTokens.forgetAll()
      remembered.clear()
      for (const heard of hearers) heard(undefined)
    },
  )

  function remember(text: string, actor: Actor) {
    if (remembered.size >= MAX_REMEMBERED) remembered.clear()
    remembered.set(text, { actor, until: Math.min(now() + REMEMBERED_MS, actor.expires?.getTime() ?? Infinity) })
  }

  /** Many calls with one credential at once ask the database once. */
  function lookUp(call: Call, { kind, text }: Credential, digest: Buffer): Promise<Actor | undefined> {
    const asked = underway.get(text)
    if (asked) return asked
    const before = changes
    const find = () => reads.read(sql => kind.find(sql, digest))
    const found = wrongTokens
      .lookUp(call, digest.toString('base64'), find)
      .then(actor => {
        if (actor && changes === before) remember(text, actor)
        if (actor) lastUses.note(actor, call.receivedAt)
        return actor
      })
      .finally(() => {
        if (underway.get(text) === found) underway.delete(text)
      })
    underway.set(text, found)
    return found
  }

  async function signIn(call: Call): Promise<Actor> {
    const credential = credentialOf(call, origin)
    const actor = credential && (await actorOf(call, credential))
    if (!actor) throw unauthorized()
    return actor
  }

  async function ofPage(call: Call): Promise<Actor | undefined> {
    const text = sessionCookieOf(call.request, origin)
    return text && sessions.canBe(text) ? actorOf(call, { kind: sessions, text }) : undefined
  }

  async function actorOf(call: Call, credential: Credential): Promise<Actor | undefined> {
    const known = remembered.get(credential.text)
    if (known && known.until > now()) return known.actor
    const digest = digestOf(credential.text)
    return wrongTokens.isWrong(digest.toString('base64')) ? undefined : lookUp(call, credential, digest)
  }

  function onChange(heard: (companyId: number | undefined) => void): () => void {
    hearers.add(heard)
    return () => void hearers.delete(heard)
  }

  return { signIn, ofPage, forget, onChange }
}

function unauthorized() {
  return failure('unauthenticated', 'unauthorized access')
}
