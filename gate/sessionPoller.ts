import type { SessionAdapter } from './session/sessionAdapter.ts'

/** What the store knows of a session. */
export interface SessionStatus {
  exists: boolean
  /** Of a completed session. */
  accessToken: string | undefined
  /** The last failure, as `route/failure.ts` stores it. */
  failure: string | undefined
}

/** Reads the session store for event streams, which poll it. */
export interface SessionPoller {
  statusOf(sessionId: string): Promise<SessionStatus>
  /** Milliseconds until the next poll. All streams poll at the same moment, so that one read of the store serves all. */
  untilNext(): number
}

const POLL_EVERY = 1_000

/** Polls within so many milliseconds are one read, of at most so many keys. */
const BATCH_MILLISECONDS = 10
const BATCH_SIZE = 1_000

export function sessionPoller(store: SessionAdapter): SessionPoller {
  const untilNext = () => POLL_EVERY - (performance.now() % POLL_EVERY)
  const { values } = store
  const statusOf = values ? batched(ids => values.call(store, ids)) : (id: string) => statusOfOne(store, id)
  return { statusOf, untilNext }
}

/** For a store without `values`, which cannot read several sessions at once. */
async function statusOfOne(store: SessionAdapter, sessionId: string): Promise<SessionStatus> {
  const accessToken = await store.get(sessionId)
  const exists = accessToken !== undefined || (await store.has(sessionId))
  return { exists, accessToken, failure: exists ? await store.get(failureKey(sessionId)) : undefined }
}

type Values = (ids: readonly string[]) => Promise<ReadonlyMap<string, string | undefined>>

function batched(valuesOf: Values): (sessionId: string) => Promise<SessionStatus> {
  let next: { ids: Set<string>; values: ReturnType<Values> } | undefined

  function openBatch() {
    const ids = new Set<string>()
    const values = new Promise<void>(resolve => setTimeout(resolve, BATCH_MILLISECONDS)).then(() => {
      if (next?.ids === ids) next = undefined
      return valuesOf([...ids])
    })
    return { ids, values }
  }

  return async sessionId => {
    if (!next || next.ids.size >= BATCH_SIZE) next = openBatch()
    const { ids, values } = next
    ids.add(sessionId).add(failureKey(sessionId))
    const known = await values
    return {
      exists: known.has(sessionId),
      accessToken: known.get(sessionId),
      failure: known.get(failureKey(sessionId)),
    }
  }
}

/** No session id contains a colon (`isSessionId`), so no callback can address such a key. */
export function failureKey(sessionId: string): string {
  return `${sessionId}:failure`
}
