import { readJson } from '../body.ts'
import { sameText } from '../bytes.ts'
import { type AccessToken, openClaim, sealClaim } from '../claim.ts'
import { CLAIM_COOKIE, claimsIn, joinClaims, setCookie } from '../cookies.ts'
import { type GateState, seconds } from '../gateState.ts'
import { isObject } from '../isObject.ts'
import { answer } from './answer.ts'
import { isJson, isSameOrigin } from './sameOrigin.ts'

const MAX_BODY = 8 * 1024

/** `POST /claim`: a completed session for the claim cookie, once, and only in the browser that opened it. */
export async function claim(state: GateState, request: Request): Promise<Response> {
  const refuse = (status: number, reason: string) => {
    state.emit({ type: 'refused', route: '/claim', status, reason })
    return answer(status, { error: reason })
  }
  if (!isSameOrigin(state, request)) return refuse(403, 'other origin')
  if (!isJson(request)) return refuse(400, 'body must be application/json')
  const body = await readJson(request, MAX_BODY)
  if (body.problem === 'too large') return refuse(413, 'body too large')
  const given = exchangeIn(body.json)
  if (given === undefined) return refuse(400, 'body must be {sessionId, accessToken}')
  if (!state.ownsSession(request, given.sessionId)) return refuse(403, 'session of another browser')

  const { sessionAdapter } = state.config
  const stored = await sessionAdapter.get(given.sessionId)
  if (stored === undefined) {
    const isPending = await sessionAdapter.has(given.sessionId)
    return isPending ? refuse(409, 'session is pending') : refuse(404, 'session unknown or used')
  }
  // Compared before it is consumed, so that a wrong token does not use up the session.
  if (!sameText(stored, given.accessToken)) return refuse(403, 'wrong token')
  const token = await state.tokenOf(given.sessionId, stored)
  if (token === undefined) return refuse(403, 'token does not hold here')
  // Of two tabs claiming at once, the store lets one through.
  if ((await sessionAdapter.consume(given.sessionId)) !== stored) return refuse(404, 'session unknown or used')

  state.emit({ type: 'claimed', sessionId: given.sessionId, provider: token.provider })
  state.sessionChanges.notify(given.sessionId)
  return answer(204, undefined, { 'Set-Cookie': await claimCookie(state, token, request) })
}

async function claimCookie(state: GateState, token: AccessToken, request: Request): Promise<string> {
  const { config, signing, seams } = state
  const { audience, provider, verificationId } = token
  const issuedAt = seconds(seams.now())
  const expiresAt = issuedAt + config.lifetime
  const own = await sealClaim(signing, {
    audience,
    policy: state.claimPolicy,
    provider,
    verificationId,
    issuedAt,
    expiresAt,
  })
  const others = await claimsOfOtherGates(state, request)
  const last = Math.max(expiresAt, ...others.map(({ claim }) => claim.expiresAt))
  const value = joinClaims([own, ...others.map(({ signed }) => signed)])
  return setCookie(CLAIM_COOKIE, value, last - issuedAt, config.dev)
}

/** Claims of this browser that open other gates of the same site; they stay, or two gates would evict each other. */
async function claimsOfOtherGates({ config, signing, holdsHere, seams }: GateState, request: Request) {
  const opened = await Promise.all(
    claimsIn(request).map(async signed => ({ signed, claim: await openClaim(signing, signed) })),
  )
  return opened.flatMap(({ signed, claim }) => {
    const keep = claim?.audience === config.domain && claim.expiresAt > seconds(seams.now()) && !holdsHere(claim)
    return keep ? [{ signed, claim }] : []
  })
}

function exchangeIn(body: unknown): { sessionId: string; accessToken: string } | undefined {
  if (!isObject(body)) return undefined
  const { sessionId, accessToken } = body
  return typeof sessionId === 'string' && typeof accessToken === 'string' ? { sessionId, accessToken } : undefined
}
