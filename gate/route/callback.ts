import { sha256 } from '@noble/hashes/sha2.js'
import { readJson } from '../body.ts'
import { toHex, utf8 } from '../bytes.ts'
import { sealAccessToken } from '../claim.ts'
import type { FailureCode } from '../event.ts'
import { type GateState, seconds } from '../gateState.ts'
import { type Outcome, type Provider, refused } from '../provider/provider.ts'
import { COMPLETED_SECONDS } from '../session/sessionAdapter.ts'
import { isSessionId } from '../sessionId.ts'
import { withinTime } from '../withinTime.ts'
import { answer } from './answer.ts'
import { rememberFailure } from './failure.ts'
import { isJson, isSameOrigin } from './sameOrigin.ts'

/** `POST /verify/<provider>`: a provider's answer for a pending session. */
export async function callback(state: GateState, request: Request, provider: Provider): Promise<Response> {
  const refuse = (status: number, reason: string) => {
    state.emit({ type: 'refused', route: `/verify/${provider.name}`, status, reason })
    return answer(status, { status: 'error', result: false, reason })
  }
  if (provider.postedBy === 'page' && !isSameOrigin(state, request)) return refuse(403, 'other origin')
  if (provider.postedBy === 'page' && !isJson(request)) return refuse(400, 'body must be application/json')
  const body = await readJson(request, provider.maxBody)
  if (body.problem === 'too large') return refuse(413, 'body too large')
  const named = body.problem === undefined ? provider.sessionOf(body.json) : undefined
  const sessionId = isSessionId(named) ? named : undefined
  if (sessionId !== undefined && provider.postedBy === 'page' && !state.ownsSession(request, sessionId)) {
    return refuse(403, 'session of another browser')
  }

  const started = state.seams.now()
  const result =
    sessionId === undefined
      ? { outcome: refused('malformed', 'the body names no session') }
      : await complete(state, provider, body.json, sessionId).catch(error => ({
          outcome: broken(state, provider, error),
        }))
  report(state, provider, sessionId, result.outcome, state.seams.now() - started)
  return provider.reply?.(result.outcome) ?? plainReply(result, provider)
}

interface Completion {
  outcome: Outcome
  accessToken?: string
}

/** Cheap questions first: nothing is checked for a session that does not wait for an answer. */
async function complete(state: GateState, provider: Provider, body: unknown, sessionId: string): Promise<Completion> {
  if (state.inFlight.has(sessionId)) return { outcome: refused('busy', 'this session is being checked already') }
  state.inFlight.add(sessionId)
  try {
    if (!(await isPending(state, sessionId))) return { outcome: noSuchSession() }
    const outcome = await checked(state, provider, body, sessionId)
    if (!outcome.accepted) {
      await rememberFailure(state, sessionId, provider.name, outcome.code)
      return { outcome }
    }
    const accessToken = await tokenFor(state, provider, outcome.identifier, sessionId)
    // Checking took a while; the session may have ended or been completed elsewhere.
    if (!(await setIfPending(state, sessionId, accessToken))) return { outcome: noSuchSession() }
    state.sessionChanges.notify(sessionId)
    return { outcome, accessToken }
  } finally {
    state.inFlight.delete(sessionId)
  }
}

async function checked(state: GateState, provider: Provider, body: unknown, sessionId: string): Promise<Outcome> {
  try {
    const outcome = await state.checkInTurn(provider.name, () => checkedInTime(state, provider, body, sessionId))
    return outcome ?? refused('busy', 'too many answers are being checked')
  } catch (error) {
    return broken(state, provider, error)
  }
}

/** A check that never ends would keep its place in the queue from everybody else. */
async function checkedInTime({ config }: GateState, provider: Provider, body: unknown, sessionId: string) {
  const { checkSeconds } = config
  const outcome = await withinTime(checkSeconds * 1000, signal => provider.check(body, sessionId, signal))
  return outcome ?? refused('timeout', `the check of provider ${provider.name} took longer than ${checkSeconds} s`)
}

/** What broke is told to the application; whoever posted need not know addresses and paths. */
function broken(state: GateState, provider: Provider, error: unknown): Outcome {
  state.emit({ type: 'error', where: `provider ${provider.name}`, error })
  return refused('unavailable', 'the check is not available right now')
}

async function isPending({ config }: GateState, sessionId: string): Promise<boolean> {
  return (await config.sessionAdapter.has(sessionId)) && (await config.sessionAdapter.get(sessionId)) === undefined
}

/** A store that cannot decide between two instances lets the later one overwrite the token of the other. */
async function setIfPending(state: GateState, sessionId: string, accessToken: string): Promise<boolean> {
  const { sessionAdapter } = state.config
  if (sessionAdapter.setIfPending) return sessionAdapter.setIfPending(sessionId, accessToken)
  if (!(await isPending(state, sessionId))) return false
  await sessionAdapter.set(sessionId, accessToken)
  return true
}

function tokenFor(state: GateState, provider: Provider, identifier: string, sessionId: string): Promise<string> {
  const issuedAt = seconds(state.seams.now())
  return sealAccessToken(state.signing, {
    audience: state.config.domain,
    policy: state.policy,
    provider: provider.name,
    // From here on only the hash exists.
    verificationId: toHex(sha256(utf8(identifier))),
    issuedAt,
    expiresAt: issuedAt + COMPLETED_SECONDS,
    sessionId,
  })
}

function noSuchSession(): Outcome {
  return refused('session', 'the session is unknown, expired or already completed')
}

function report(state: GateState, provider: Provider, sessionId: string | undefined, outcome: Outcome, took: number) {
  if (!outcome.accepted) {
    const { code, detail } = outcome
    state.emit({ type: 'failed', sessionId, provider: provider.name, code, detail })
  } else if (sessionId !== undefined) {
    state.emit({ type: 'completed', sessionId, provider: provider.name, milliseconds: took })
  }
}

const STATUS_OF_CODE: Partial<Record<FailureCode, number>> = {
  malformed: 400,
  session: 409,
  busy: 503,
  unavailable: 503,
  timeout: 504,
}

/** Only a poster that holds the session's cookie gets the token; others hear of success and no more. */
function plainReply({ outcome, accessToken }: Completion, provider: Provider): Response {
  if (!outcome.accepted) {
    const { code } = outcome
    return answer(STATUS_OF_CODE[code] ?? 422, { status: 'error', result: false, code })
  }
  const token = provider.postedBy === 'page' ? { accessToken } : {}
  return answer(200, { status: 'success', result: true, ...token })
}
