import { toBase64Url } from './bytes.ts'
import { cookieValues, setCookie } from './cookies.ts'
import { type Inside, seconds } from './inside.ts'
import { type Pending, VERIFICATION_ID, type Verified } from './result.ts'
import { PENDING_SECONDS } from './session/sessionAdapter.ts'

/** Whether a request is verified; if not, the session with which it can become so. */
export async function verifiedOrPending(inside: Inside, request: Request): Promise<Verified | Pending> {
  const claim = await inside.claimOf(request)
  if (claim === undefined) return pending(inside, request)
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
async function pending(inside: Inside, request: Request): Promise<Pending> {
  const open = await openSessionOf(inside, request)
  const { id, cookie } = open === undefined ? await newSession(inside) : { id: open, cookie: undefined }
  return {
    type: 'pending',
    session: { id, expiresAt: seconds(inside.seams.now()) + PENDING_SECONDS },
    providers: Object.fromEntries([...inside.providers].map(([name, provider]) => [name, provider.request(id)])),
    headers: new Headers(cookie === undefined ? [] : [['Set-Cookie', cookie]]),
  }
}

/** Two tabs of one browser share a session, so that neither makes the other's QR code worthless. */
async function openSessionOf(inside: Inside, request: Request): Promise<string | undefined> {
  const { sessionAdapter } = inside.config
  for (const secret of cookieValues(request, inside.sessionCookie)) {
    const id = inside.seams.sessionIdOf(secret)
    if (!(await sessionAdapter.has(id))) continue
    const token = await sessionAdapter.get(id)
    // One that is completed is good for a claim, or for nothing more.
    if (token === undefined || (await inside.tokenOf(id, token)) !== undefined) return id
  }
  return undefined
}

async function newSession({ config, sessionCookie, seams, tell }: Inside): Promise<{ id: string; cookie: string }> {
  const secret = toBase64Url(seams.randomBytes(32))
  const id = seams.sessionIdOf(secret)
  await config.sessionAdapter.set(id)
  tell({ type: 'pending', sessionId: id })
  return { id, cookie: setCookie(sessionCookie, secret, PENDING_SECONDS, config.dev) }
}
