import type { SessionAdapter } from './session/sessionAdapter.ts'

/** What the store knows of a session. */
export interface Look {
  exists: boolean
  /** Of a completed session. */
  accessToken: string | undefined
  /** The note of what failed last. */
  failure: string | undefined
}

/** Looks into the store for event streams, which look again and again. */
export interface Looks {
  at(sessionId: string): Promise<Look>
  /** Milliseconds until streams look again: all at the same moment, so that one question to the store serves all. */
  untilNext(): number
}

const LOOK_EVERY = 1_000

/** Streams that look within so many milliseconds share a question, of so many sessions. */
const TOGETHER = 10
const MOST_TOGETHER = 1_000

export function looksInto(store: SessionAdapter): Looks {
  const untilNext = () => LOOK_EVERY - (performance.now() % LOOK_EVERY)
  const { values } = store
  return { at: values ? together(ids => values.call(store, ids)) : sessionId => oneByOne(store, sessionId), untilNext }
}

/** For a store that cannot be asked for several at once. */
async function oneByOne(store: SessionAdapter, sessionId: string): Promise<Look> {
  const accessToken = await store.get(sessionId)
  const exists = accessToken !== undefined || (await store.has(sessionId))
  return { exists, accessToken, failure: exists ? await store.get(failureKey(sessionId)) : undefined }
}

type Values = (ids: readonly string[]) => Promise<ReadonlyMap<string, string | undefined>>

function together(valuesOf: Values): (sessionId: string) => Promise<Look> {
  let next: { ids: Set<string>; values: ReturnType<Values> } | undefined

  function gather() {
    const ids = new Set<string>()
    const values = new Promise<void>(resolve => setTimeout(resolve, TOGETHER)).then(() => {
      if (next?.ids === ids) next = undefined
      return valuesOf([...ids])
    })
    return { ids, values }
  }

  return async sessionId => {
    if (!next || next.ids.size >= MOST_TOGETHER) next = gather()
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
