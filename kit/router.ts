import { RegExpRouter } from 'hono/router/reg-exp-router'
import { SmartRouter } from 'hono/router/smart-router'
import { TrieRouter } from 'hono/router/trie-router'
import { failure } from './failure.ts'
import type { Method, Operation } from './operation.ts'

export interface Found<Context> {
  operation: Operation<Context>
  params: Record<string, string>
}

/** Finds the operation for a method and path. Start-up refuses two operations that would answer the same URL. */
export function routerOf<Context>(operations: readonly Operation<Context>[]) {
  refuseTwins(operations)
  const router = new SmartRouter<Operation<Context>>({ routers: [new RegExpRouter(), new TrieRouter()] })
  for (const operation of [...operations].sort(fixedSegmentsFirst))
    router.add(operation.method, routerPath(operation.path), operation)

  return {
    find(method: string, path: string): Found<Context> {
      const found = match(router, method === 'HEAD' ? 'GET' : method, path)
      if (found) return found
      const allowed = METHODS.filter(other => match(router, other, path))
      if (allowed.length === 0) throw failure('missing', `There is nothing at ${path}`)
      throw failure('method', `${method} is not possible here, only ${allowed.join(', ')}`, { allowed })
    },
  }
}

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

function match<Context>(
  router: SmartRouter<Operation<Context>>,
  method: string,
  path: string,
): Found<Context> | undefined {
  const [handlers, captures] = router.match(method, path)
  const [operation, where] = handlers[0] ?? []
  if (!operation || !where) return undefined
  const params: Record<string, string> = {}
  // The two routers differ: one gives values, the other positions in the list of captures.
  for (const [key, value] of Object.entries(where)) {
    const raw = typeof value === 'number' ? captures?.[value] : value
    params[paramNames(operation.path)[Number(key.slice(1))] ?? key] = decode(raw ?? '')
  }
  return { operation, params }
}

/** `/channels/{channel-id}` → `/channels/:p0`, since routers are particular about parameter names. */
function routerPath(path: string): string {
  let index = 0
  return path.replace(/\{[^}]+\}/g, () => `:p${index++}`)
}

const namesByPath = new Map<string, string[]>()

function paramNames(path: string): string[] {
  let names = namesByPath.get(path)
  if (!names) {
    names = [...path.matchAll(/\{([^}]+)\}/g)].map(found => found[1] ?? '')
    namesByPath.set(path, names)
  }
  return names
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    throw failure('invalid', 'The path is not properly percent-encoded')
  }
}

function refuseTwins(operations: readonly { method: string; path: string }[]) {
  const seen = new Map<string, string>()
  for (const { method, path } of operations) {
    const shape = `${method} ${path.replace(/\{[^}]+\}/g, '{}')}`
    const twin = seen.get(shape)
    if (twin) throw new Error(`Two operations answer ${shape}: ${twin} and ${method} ${path}`)
    seen.set(shape, `${method} ${path}`)
  }
}

/** `/deals/archived` before `/deals/{id}`. */
function fixedSegmentsFirst(a: { path: string }, b: { path: string }): number {
  const [left, right] = [a.path.split('/'), b.path.split('/')]
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const difference = Number(left[at]?.startsWith('{')) - Number(right[at]?.startsWith('{'))
    if (difference !== 0) return difference
  }
  return left.length - right.length
}
