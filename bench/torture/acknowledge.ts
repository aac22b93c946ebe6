import { setTimeout as sleep } from 'node:timers/promises'

/** Who is called, and what the calls were like. */
export interface Caller {
  origin: string
  /** Nobody is asked any more for ever: a call that is not acknowledged by then is given up. */
  deadline(): number
  tries: { again: number; refused: string[] }
}

export interface Request {
  method: string
  path: string
  headers: Record<string, string>
  /** Made anew for every try: a stream can be read once. */
  body?: () => string | FormData
}

/** Before the next try. */
export const PAUSE_MS = 100
const PATIENCE_MS = 15_000

/**
 * Sends a request again and again until it is acknowledged, as clients do whose server or connection may be gone at any
 * moment. A refusal (4xx) is final, and written down: nothing that is sent here deserves one.
 */
export async function acknowledge<T>(caller: Caller, request: Request): Promise<T | undefined> {
  while (Date.now() < caller.deadline()) {
    const answer = await send(caller.origin, request).catch(() => undefined)
    if (answer && answer.status < 300) return JSON.parse(answer.text) as T
    if (answer && answer.status < 500) {
      caller.tries.refused.push(`${request.method} ${request.path}: ${answer.status} ${answer.text.slice(0, 200)}`)
      return undefined
    }
    caller.tries.again++
    await sleep(PAUSE_MS)
  }
  caller.tries.refused.push(`${request.method} ${request.path}: not acknowledged at the end`)
  return undefined
}

/** One try; rejects when the connection breaks or nothing comes. */
export async function send(
  origin: string,
  { method, path, headers, body }: Request,
): Promise<{ status: number; text: string }> {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const answer = await fetch(origin + path, { method, headers, signal, ...(body && { body: body() }) })
  return { status: answer.status, text: await answer.text() }
}
