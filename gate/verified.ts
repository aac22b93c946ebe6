import { toBase64Url } from './bytes.ts'
import { cookieValues, setCookie } from './cookies.ts'
import { type GateState, seconds } from './gateState.ts'
import { type Pending, VERIFICATION_ID, type Verified } from './result.ts'
import { PENDING_SECONDS } from './session/sessionAdapter.ts'

/** Whether a request is verified; if not, the session with which it can become so. */
export async function verifiedOrPending(state: GateState, request: Request): Promise<Verified | Pending> {
  const claim = await state.claimOf(request)
  if (claim === undefined) return pending(state, request)
  const { provider, verificationId, expiresAt } = claim
  return {
    type: 'verified',
    provider,
    verificationId,
    expiresAt,
    headers: new Headers([[VERIFICATION_ID, verificationId]]),
  }
}

/** A claim cookie that does not hold is left alone: another gate of the same site may have set it. */
export async function pending(state: GateState, request: Request): Promise<Pending> {
  const open = await openSessionOf(state, request)
  const { id, cookie } = open === undefined ? await newSession(state) : { id: open, cookie: undefined }
  return {
    type: 'pending',
    session: { id, expiresAt: seconds(state.seams.now()) + PENDING_SECONDS },
    providers: Object.fromEntries([...state.providers].map(([name, provider]) => [name, provider.request(id)])),
    headers: new Headers(cookie === undefined ? [] : [['Set-Cookie', cookie]]),
  }
}

/** Two tabs of one browser share a session, so that neither makes the other's QR code worthless. */
async function openSessionOf(state: GateState, request: Request): Promise<string | undefined> {
  const { sessionAdapter } = state.config
  for (const secret of cookieValues(request, state.sessionCookie)) {
    const id = state.seams.sessionIdOf(secret)
    if (!(await sessionAdapter.has(id))) continue
    const token = await sessionAdapter.get(id)
    // One that is completed is good for a claim, or for nothing more.
    if (token === undefined || (await state.tokenOf(id, token)) !== undefined) return id
  }
  return undefined
}

async function newSession({ config, sessionCookie, seams, emit }: GateState): Promise<{ id: string; cookie: string }> {
  const secret = toBase64Url(seams.randomBytes(32))
  const id = seams.sessionIdOf(secret)
  await config.sessionAdapter.set(id)
  emit({ type: 'pending', sessionId: id })
  return { id, cookie: setCookie(sessionCookie, secret, PENDING_SECONDS, config.dev) }
}
