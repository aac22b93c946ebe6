type Fetch = typeof fetch

/**
 * Runs a task in which the global `fetch` is another one: the SDK knows no other way. Tasks that run at the same
 * time each see their own, and everybody else the real one.
 */
export async function withFetch<Value>(own: Fetch | undefined, task: () => Promise<Value>): Promise<Value> {
  if (own === undefined) return task()
  if (scope === undefined) {
    const { AsyncLocalStorage } = await import('node:async_hooks')
    scope ??= new AsyncLocalStorage<Fetch>()
  }
  // Somebody may have put another one in place since.
  if (globalThis.fetch !== dispatching) install(scope)
  return scope.run(own, task)
}

interface Scope {
  run<Value>(own: Fetch, task: () => Value): Value
  getStore(): Fetch | undefined
}

let scope: Scope | undefined
let dispatching: Fetch | undefined

function install(store: Scope): void {
  const real = globalThis.fetch
  dispatching = (input: RequestInfo | URL, init?: RequestInit) => {
    const own = store.getStore()
    // Inside the task's own fetch the real one is meant, or it would call itself.
    return own === undefined ? real(input, init) : store.run(real, () => own(input, init))
  }
  globalThis.fetch = dispatching
}
