import { failure } from './failure.ts'
import type { Method, Operation } from './operation.ts'

export interface Found<Context> {
  operation: Operation<Context>
  params: Record<string, string>
}

/** Finds the operation for a method and path. Start-up refuses two operations that would answer the same URL. */
export function routerOf<Context>(operations: readonly Operation<Context>[]) {
  const root = newPlace<Context>()
  for (const operation of operations) plant(root, operation)

  function match(method: string, path: string): Found<Context> | undefined {
    const captured: string[] = []
    const operation = walk(root, path.split('/'), 1, method, captured)
    return operation && { operation, params: named(operation, captured) }
  }

  return {
    find(method: string, path: string, address = path): Found<Context> {
      const found = match(method === 'HEAD' ? 'GET' : method, path)
      if (found) return found
      const allowed = METHODS.filter(other => match(other, path))
      if (allowed.length === 0) throw failure('missing', `There is nothing at ${address}`)
      throw failure('method', `${method} is not possible here, only ${allowed.join(', ')}`, { allowed })
    },
  }
}

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** A place in the tree of paths: what answers here, and the segments that may follow, a fixed one before a parameter. */
interface Place<Context> {
  operations: Map<string, Operation<Context>>
  fixed: Map<string, Place<Context>>
  parameter: Place<Context> | undefined
}

function newPlace<Context>(): Place<Context> {
  return { operations: new Map(), fixed: new Map(), parameter: undefined }
}

function plant<Context>(root: Place<Context>, operation: Operation<Context>): void {
  let place = root
  for (const segment of operation.path.split('/').slice(1)) place = step(place, segment)
  const twin = place.operations.get(operation.method)
  if (twin) throw new Error(`Two operations answer ${shapeOf(operation)}: ${twin.name} and ${operation.name}`)
  place.operations.set(operation.method, operation)
}

function shapeOf({ method, path }: { method: string; path: string }): string {
  return `${method} ${path.replace(/\{[^{}]+\}/g, '{}')}`
}

function step<Context>(place: Place<Context>, segment: string): Place<Context> {
  if (isParameter(segment)) {
    place.parameter ??= newPlace()
    return place.parameter
  }
  const known = place.fixed.get(segment)
  if (known) return known
  const made = newPlace<Context>()
  place.fixed.set(segment, made)
  return made
}

/** `/deals/archived` is found before `/deals/{id}`, and `/deals/{id}/files` although `/deals/archived` is there. */
function walk<Context>(
  place: Place<Context>,
  segments: readonly string[],
  at: number,
  method: string,
  captured: string[],
): Operation<Context> | undefined {
  const segment = segments[at]
  if (segment === undefined) return place.operations.get(method)
  const fixed = place.fixed.get(segment)
  const found = fixed && walk(fixed, segments, at + 1, method, captured)
  if (found || !place.parameter || segment === '') return found
  captured.push(segment)
  const within = walk(place.parameter, segments, at + 1, method, captured)
  if (!within) captured.pop()
  return within
}

function named({ path }: { path: string }, captured: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {}
  for (const [at, name] of paramNames(path).entries()) params[name] = decode(captured[at] ?? '')
  return params
}

const namesByPath = new Map<string, string[]>()

function paramNames(path: string): string[] {
  let names = namesByPath.get(path)
  if (!names) {
    names = path
      .split('/')
      .filter(isParameter)
      .map(segment => segment.slice(1, -1))
    namesByPath.set(path, names)
  }
  return names
}

function isParameter(segment: string): boolean {
  return segment.startsWith('{')
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    throw failure('invalid', 'The path is not properly percent-encoded')
  }
}
