import { setTimeout as sleep } from 'node:timers/promises'
import { failure, isFailure } from '@portico/kit/api/failure'
import { isRecord } from '@portico/kit/api/isRecord'
import type { OutgoingFetch } from '@portico/kit/http/outgoingFetch'
import { boundedText } from './boundedText.ts'

export interface SourceOptions {
  url: string
  token: string
  /** How often a call is tried before the move stops; it goes on there when it is begun again. */
  tries?: number
  wait?: (ms: number) => Promise<unknown>
  /** How it is called: plainly for whoever runs the server, and by the rules for addresses that people enter. */
  fetch?: OutgoingFetch
  /** Said when the source asks to wait for long. */
  onWait?: (seconds: number) => void
}

const TRIES = 8
/** A burst is over within seconds; a daily budget is not waited for. */
const LONGEST_WAIT_S = 120

/** Asks the source for a path, one call after the other where it counts calls: waits as it says, and tries again what fails. */
export function openCalls(options: SourceOptions): (path: string) => Promise<Response> {
  const { url, token, tries = TRIES, wait = sleep, fetch: send = plainFetch, onWait = () => {} } = options
  const { origin } = new URL(url)
  /** Until when calls wait, because the source said so. */
  let notBefore = 0

  async function ask(path: string): Promise<Response> {
    for (let attempt = 1; ; attempt++) {
      await wait(Math.max(0, notBefore - Date.now()))
      const answer = await call(path)
      if (!(answer instanceof Error) && answer.ok) {
        pace(answer)
        return answer
      }
      if (!(answer instanceof Error) && !isWorthAnother(answer.status)) throw await refused(path, answer)
      if (attempt >= tries) throw await gaveUp(path, answer)
      await hold(answer, attempt)
    }
  }

  /** The answer, or why there was none. */
  async function call(path: string): Promise<Response | Error> {
    try {
      return await send(origin + path, { headers: { 'x-api-token': token } })
    } catch (error) {
      // The address is not one to call, now or later.
      if (isFailure(error)) throw error
      return error instanceof Error ? error : new Error(String(error))
    }
  }

  /** The last call of a burst waits for the next one. */
  function pace({ headers }: Response): void {
    const left = Number(headers.get('x-ratelimit-remaining') ?? Number.NaN)
    const seconds = Number(headers.get('x-ratelimit-reset') ?? Number.NaN)
    if (left === 0 && seconds > 0) notBefore = Math.max(notBefore, Date.now() + seconds * 1000)
  }

  async function hold(answer: Response | Error, attempt: number): Promise<void> {
    const asked = answer instanceof Error ? undefined : secondsAsked(answer)
    const seconds = asked ?? Math.min(30, 2 ** (attempt - 2))
    if (!(answer instanceof Error)) await answer.body?.cancel()
    if (seconds > LONGEST_WAIT_S) throw overBudget(seconds)
    if (seconds >= 10) onWait(seconds)
    await wait(seconds * 1000)
  }

  return ask
}

/** Followed, a redirect would take the token along. */
const plainFetch: OutgoingFetch = (url, init) => fetch(url, { ...init, redirect: 'error' })

function isWorthAnother(status: number): boolean {
  return status === 429 || status === 408 || status >= 500
}

function secondsAsked({ status, headers }: Response): number | undefined {
  if (status !== 429 && status !== 503) return undefined
  const text = headers.get('retry-after') ?? headers.get('x-ratelimit-reset')
  if (text === null) return undefined
  const seconds = Number(text)
  if (Number.isFinite(seconds)) return Math.max(0, seconds)
  const until = Date.parse(text)
  return Number.isNaN(until) ? undefined : Math.max(0, (until - Date.now()) / 1000)
}

function overBudget(seconds: number) {
  const when = new Date(Date.now() + seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')
  return failure(
    'too_many',
    `The source takes no more calls until ${when} UTC: begin again then, it goes on where it stopped`,
    { retryAfter: Math.ceil(seconds) },
  )
}

/** The JSON in a text; undefined when it is none. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const MOST_REFUSAL_BYTES = 100_000

async function refused(path: string, response: Response) {
  const answer = jsonIn(await boundedText(response, MOST_REFUSAL_BYTES).catch(() => ''))
  const said = isRecord(answer) ? String(answer.error ?? answer.message ?? '').slice(0, 200) : ''
  return failure(
    response.status === 404 ? 'missing' : 'invalid',
    `${path} was answered ${response.status} ${said}`.trim(),
    {
      status: String(response.status),
    },
  )
}

async function gaveUp(path: string, response: Response | Error) {
  if (response instanceof Error) {
    const cause = response.cause instanceof Error ? response.cause : response
    return failure('unavailable', `No answer to ${path}: ${'code' in cause ? String(cause.code) : cause.message}`)
  }
  await response.body?.cancel()
  return failure('unavailable', `${path} was answered ${response.status} again and again: begin again later`)
}
