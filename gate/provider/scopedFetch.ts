type Fetch = typeof fetch

/**
 * Runs a task in which the global `fetch` is another one: the SDK knows no other way. Tasks that run at the same
 * time each see their own, and everybody else the real one.
 */
export async function withFetch<Value>(own: Fetch | undefined, task: () => Promise<Value>): Promise<Value> {
  if (own === undefined) return task()
  const { AsyncLocalStorage } = await import('node:async_hooks')
  scope ??= install(new AsyncLocalStorage<Fetch>())
  return scope.run(own, task)
}

interface Scope {
  run<Value>(own: Fetch, task: () => Value): Value
  getStore(): Fetch | undefined
}

let scope: Scope | undefined

function install(store: Scope): Scope {
  const real = globalThis.fetch
  globalThis.fetch = (input: RequestInfo | URL, init?: RequestInit) => {
    const own = store.getStore()
    // Inside the task's own fetch the real one is meant, or it would call itself.
    return own === undefined ? real(input, init) : store.run(real, () => own(input, init))
  }
  return store
}
